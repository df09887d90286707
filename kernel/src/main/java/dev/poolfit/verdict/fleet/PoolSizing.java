package dev.poolfit.verdict.fleet;

import dev.poolfit.metered.MeteredInstance;
import dev.poolfit.metered.MeteredMinute;
import dev.poolfit.metered.MeteredPool;
import dev.poolfit.model.metered.BurstyQueue;
import dev.poolfit.model.metered.Peakedness;
import dev.poolfit.model.replay.WaitGoal;
import dev.poolfit.verdict.sizing.Need;
import dev.poolfit.verdict.sizing.SizingAnswer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * How many connections each instance of a service needs at the busiest minute of any of them, by its counters.
 *
 * @param need of an instance; 1 where there was no traffic
 * @param busiest the minute with the most connections in use; nothing was borrowed where it is at 0
 * @param instance that had it; empty where there was no traffic
 * @param peakedness of the busy minutes, 1 where arrivals know nothing of each other
 * @param full the share of the times that somebody looked in these minutes at which no connection was free
 * @param timeouts borrows of these minutes that waited in vain, a second, of one instance in the mean
 */
public record PoolSizing(
        MeteredPool pool,
        SizingAnswer answer,
        Need need,
        MeteredMinute busiest,
        String instance,
        double peakedness,
        double full,
        double timeouts) {
    /** A minute is busy with so much of the load of the busiest. */
    private static final double BUSY = 0.5;
    /** So many of the busiest minutes count at most, and {@link #FEWEST_MINUTES} of them in any case. */
    private static final int MOST_MINUTES = 30;
    /** The borrows of a minute below which there is no share of one in a hundred. */
    private static final double LEAST_A_SECOND = 100 / 60.0;

    private static final int FEWEST_MINUTES = 5;
    private static final int LEAST = 2;
    private static final int DRAWS = 200;
    private static final double TAIL = 0.025;
    /** Where a pool was full for so much of the time, more would have been asked for. */
    private static final double OFTEN_FULL = 0.05;

    private static final MeteredMinute NOTHING = new MeteredMinute(0, 0, 0, 0, 0, 1, List.of(), 0);

    private record Seen(String instance, MeteredMinute minute) {}

    /**
     * Answers.
     *
     * @param times the multiple of the busiest minute's traffic that the answer is for, above 0
     */
    public static PoolSizing of(MeteredPool pool, WaitGoal goal, double times) {
        var all = new ArrayList<Seen>();
        for (MeteredInstance instance : pool.instances()) {
            instance.minutes().forEach(each -> all.add(new Seen(instance.name(), each)));
        }
        Seen busiest = all.stream()
                .max(Comparator.comparingDouble(each -> each.minute().inUse()))
                .orElse(new Seen("", NOTHING));
        double load = busiest.minute().inUse();
        if (load <= 0) {
            return new PoolSizing(
                    pool,
                    SizingAnswer.NO_TRAFFIC,
                    new Need(times, 1, 1, 1, false),
                    busiest.minute(),
                    busiest.instance(),
                    1,
                    0,
                    0);
        }
        List<MeteredMinute> busy = busy(all.stream().map(Seen::minute).toList(), load);
        double peakedness = Peakedness.of(busy);
        Need need = need(busy, busiest.minute(), peakedness, goal, times);
        double timeouts =
                busy.stream().mapToDouble(MeteredMinute::timeouts).average().orElse(0);
        return new PoolSizing(
                pool,
                answer(pool, busy, need, timeouts),
                need,
                busiest.minute(),
                busiest.instance(),
                peakedness,
                Peakedness.full(busy),
                timeouts);
    }

    private static List<MeteredMinute> busy(List<MeteredMinute> all, double load) {
        List<MeteredMinute> sorted = all.stream()
                .sorted(Comparator.comparingDouble(MeteredMinute::inUse).reversed())
                .limit(MOST_MINUTES)
                .toList();
        long busy = sorted.stream().filter(each -> each.inUse() >= BUSY * load).count();
        return sorted.subList(0, (int) Math.min(sorted.size(), Math.max(FEWEST_MINUTES, busy)));
    }

    private static Need need(
            List<MeteredMinute> busy, MeteredMinute busiest, double peakedness, WaitGoal goal, double times) {
        var random = new SplittableRandom(1);
        var sizes = new ArrayList<Integer>();
        for (int draw = 0; draw < DRAWS; draw++) {
            var drawn = new ArrayList<MeteredMinute>();
            for (int i = 0; i < busy.size(); i++) {
                drawn.add(busy.get(random.nextInt(busy.size())));
            }
            sizes.add(needed(busiest, Peakedness.of(drawn), goal, times));
        }
        sizes.sort(null);
        int middle = needed(busiest, peakedness, goal, times);
        return new Need(
                times,
                middle,
                Math.min(middle, sizes.get((int) (TAIL * DRAWS))),
                Math.max(middle, sizes.get(DRAWS - 1 - (int) (TAIL * DRAWS))),
                false);
    }

    private static int needed(MeteredMinute busiest, double peakedness, WaitGoal goal, double times) {
        return new BurstyQueue(times * busiest.inUse(), busiest.hold(), peakedness).needed(goal);
    }

    /** Returns whether it is not known how bursty the traffic is, since nothing tells how many connections were in use at once. */
    public boolean burstsUnknown() {
        return answer == SizingAnswer.TOO_FEW_BORROWS
                && pool.instances().stream()
                        .flatMap(each -> each.minutes().stream())
                        .allMatch(each -> each.active().isEmpty());
    }

    private static SizingAnswer answer(MeteredPool pool, List<MeteredMinute> busy, Need need, double timeouts) {
        if (busy.size() < FEWEST_MINUTES
                || busy.get(0).borrows() < LEAST_A_SECOND
                || busy.stream().allMatch(each -> each.active().isEmpty())) {
            return SizingAnswer.TOO_FEW_BORROWS;
        }
        int enough = Math.max(LEAST, need.high());
        if (timeouts > 0 || Peakedness.full(busy) > OFTEN_FULL || pool.aside().exhausted() > 0) {
            return SizingAnswer.AT_LEAST;
        }
        return enough < pool.maximum()
                ? SizingAnswer.GIVE_BACK
                : enough == pool.maximum() ? SizingAnswer.FITS : SizingAnswer.RAISE;
    }

    /**
     * Returns the size to set in each instance: the upper end of what is needed, and never a single connection. As a lower bound for the
     * traffic that was there, or more, it is not below what the pool has, and above it where borrows waited in vain.
     */
    public int recommended() {
        int enough = Math.max(LEAST, need.high());
        boolean bound = answer == SizingAnswer.AT_LEAST && need.times() >= 1;
        return bound ? Math.max(enough, pool.maximum() + (timeouts > 0 ? 1 : 0)) : enough;
    }

    /** Returns the connections that all instances together give back; below 0 where they need more, 0 where nothing is recommended. */
    public int givenBack() {
        return answer.decided() ? (pool.maximum() - recommended()) * pool.atOnce() : 0;
    }
}
