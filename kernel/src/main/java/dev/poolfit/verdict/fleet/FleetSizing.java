package dev.poolfit.verdict.fleet;

import dev.poolfit.metered.MeteredFleet;
import dev.poolfit.model.replay.WaitGoal;
import dev.poolfit.verdict.sizing.SizingAnswer;
import java.util.Comparator;
import java.util.List;

/**
 * How many connections each pool of a fleet needs.
 *
 * @param times the multiple of each pool's busiest minute that the answer is for
 * @param pools the one that gives back the most first; what nothing is recommended for is last
 */
public record FleetSizing(MeteredFleet fleet, WaitGoal goal, double times, List<PoolSizing> pools) {
    /**
     * Answers.
     *
     * @param times the multiple of each pool's busiest minute that the answer is for, above 0
     */
    public static FleetSizing of(MeteredFleet fleet, WaitGoal goal, double times) {
        return new FleetSizing(
                fleet,
                goal,
                times,
                fleet.pools().stream()
                        .map(each -> PoolSizing.of(each, goal, times))
                        .sorted(Comparator.<PoolSizing>comparingInt(
                                        each -> each.answer().decided() ? 0 : 1)
                                .thenComparing(Comparator.comparingInt(PoolSizing::givenBack)
                                        .reversed())
                                .thenComparing(each -> each.pool().service())
                                .thenComparing(each -> each.pool().pool()))
                        .toList());
    }

    /** Returns the pools with one of the answers. */
    public List<PoolSizing> with(SizingAnswer... answers) {
        return pools.stream()
                .filter(each -> List.of(answers).contains(each.answer()))
                .toList();
    }

    /** Returns whether a size is recommended for any pool. */
    public boolean decided() {
        return pools.stream().anyMatch(each -> each.answer().decided());
    }

    /** Returns the connections that the pools which need fewer give back together. */
    public int givenBack() {
        return pools.stream().mapToInt(each -> Math.max(0, each.givenBack())).sum();
    }

    /** Returns the connections that all instances may open together. */
    public int today() {
        return pools.stream()
                .mapToInt(each -> each.pool().maximum() * each.pool().atOnce())
                .sum();
    }
}
