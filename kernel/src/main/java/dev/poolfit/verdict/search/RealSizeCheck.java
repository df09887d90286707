package dev.poolfit.verdict.search;

import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.Switching;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.comparison.Axis;
import dev.poolfit.verdict.comparison.Ratios;
import dev.poolfit.verdict.comparison.RealSizes;
import dev.poolfit.verdict.comparison.SwitchingMethod;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Chooses beside which size an answer from within the pool is compared at its real size. */
final class RealSizeCheck {
    static final int BLOCKS = 4;
    private static final Duration PERIOD = Duration.ofSeconds(2);
    static final Duration TIME = PERIOD.multipliedBy(2L * BLOCKS);
    /** A load takes longer than its blocks: users come and go. Seen on public services: 2 to 6 s. */
    static final Duration AROUND = Duration.ofSeconds(6);
    /** The standard error of a ratio at real size that is usual, on the log scale. */
    private static final double USUAL_ERROR = 0.02;
    /** Time is kept for it where its blocks take no larger part of the budget. */
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

    /** Returns the time that is kept for it from the beginning until it was made. */
    static Duration kept(SearchProblem problem, SwitchingMethod method, RealSizes seen) {
        return !seen.tried()
                        && method == SwitchingMethod.WITHIN_POOL
                        && problem.budget().compareTo(TIME.multipliedBy(PARTS)) >= 0
                ? TIME.plus(AROUND)
                : Duration.ZERO;
    }

    /**
     * Returns the comparison; empty where no other size took turns with the answer and gave about as much. The farther apart two sizes are, the
     * more the two ways differ where they do; so the one is taken that shows most beside its error within the pool.
     */
    Optional<TrialPlan> plan(Settings answer, long seed) {
        return ratios.settings().stream()
                .filter(each -> axis.has(each) && !each.equals(answer))
                .filter(each -> ratios.alike(each, answer) && !resized.leftBy(each))
                .max(Comparator.comparingDouble(each -> shows(each, answer)))
                .map(other -> {
                    List<Settings> both = Stream.of(answer, other)
                            .sorted(Comparator.comparingInt(axis::value))
                            .toList();
                    return TrialPlan.switching(Role.REAL_SIZE, both, new Switching(BLOCKS, PERIOD, seed, false));
                });
    }

    private double shows(Settings other, Settings answer) {
        double apart = Math.abs(Math.log((double) axis.value(other) / axis.value(answer)));
        return apart / Math.hypot(ratios.error(other, Set.of(answer)), USUAL_ERROR);
    }
}
