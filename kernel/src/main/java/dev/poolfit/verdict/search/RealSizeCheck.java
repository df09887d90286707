package dev.poolfit.verdict.search;

import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.Switching;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.comparison.Axis;
import dev.poolfit.verdict.comparison.Ratios;
import dev.poolfit.verdict.comparison.SwitchingMethod;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Chooses beside which size an answer from within the pool is compared at its real size. */
final class RealSizeCheck {
    static final int BLOCKS = 4;
    private static final Duration PERIOD = Duration.ofSeconds(2);
    static final Duration TIME = PERIOD.multipliedBy(2L * BLOCKS);
    /** Time is kept for it where it takes no larger part of the budget. */
    private static final int PARTS = 8;

    private final Axis axis;
    private final Ratios ratios;
    private final CarryOver resized;

    /**
     * @param ratios within the pool
     * @param resized which settings leave waiting users behind where they are resized
     */
    RealSizeCheck(Axis axis, Ratios ratios, CarryOver resized) {
        this.axis = axis;
        this.ratios = ratios;
        this.resized = resized;
    }

    /** Returns the time that is kept for it from the beginning. */
    static Duration kept(SearchProblem problem, SwitchingMethod method) {
        return method == SwitchingMethod.WITHIN_POOL && problem.budget().compareTo(TIME.multipliedBy(PARTS)) >= 0
                ? TIME
                : Duration.ZERO;
    }

    /** Returns the comparison; empty where no other size took turns with the answer and gave about as much. */
    Optional<TrialPlan> plan(Settings answer, long seed) {
        int value = axis.value(answer);
        List<Settings> alike = ratios.settings().stream()
                .filter(each -> axis.has(each) && axis.value(each) != value)
                .filter(each -> ratios.alike(each, answer) && !resized.leftBy(each))
                .sorted(Comparator.comparingInt((Settings each) -> -ratios.latest(each, answer))
                        .thenComparingInt(each -> -Math.abs(axis.value(each) - value)))
                .toList();
        return alike.stream()
                .filter(each -> axis.value(each) < value)
                .findFirst()
                .or(() -> alike.stream().findFirst())
                .map(other -> {
                    List<Settings> both = Stream.of(answer, other)
                            .sorted(Comparator.comparingInt(axis::value))
                            .toList();
                    return TrialPlan.switching(Role.REAL_SIZE, both, new Switching(BLOCKS, PERIOD, seed, false));
                });
    }
}
