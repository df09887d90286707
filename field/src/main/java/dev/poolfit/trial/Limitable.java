package dev.poolfit.trial;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.service.RunningService;
import dev.poolfit.units.OneLine;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What of a service can be limited while it runs, so that settings are compared without changing it ({@link LimitedSwitchback}).
 *
 * @param knobs of pool and threads those that can
 * @param refusal why none can, where the service or its pool is the reason
 */
record Limitable(Set<Knob> knobs, Optional<String> refusal) {
    private static final Set<Knob> KNOWN = Set.of(Knob.POOL, Knob.THREADS);

    /** Asks the service; the limiter is in it for a moment. */
    static Limitable of(RunningService service) {
        try (BorrowLimiter limiter = service.limitBorrows(BorrowLimiter.SILENCE)) {
            return new Limitable(
                    limiter.take().filter(each -> each.workers() >= 0).isEmpty() ? Set.of(Knob.POOL) : KNOWN,
                    Optional.empty());
        } catch (EnvironmentFailure refused) {
            return new Limitable(Set.of(), Optional.of(OneLine.of(refused.getMessage())));
        }
    }

    /** Returns whether pool or threads are among the tuned ones. */
    static boolean asked(Set<Knob> tuned) {
        return KNOWN.stream().anyMatch(tuned::contains);
    }

    /** Returns whether of pool and threads those that are tuned can be limited. */
    boolean covers(Set<Knob> tuned) {
        return KNOWN.stream().filter(tuned::contains).allMatch(knobs::contains);
    }

    /** Returns whether the settings of a plan differ in what can be limited alone. */
    boolean compares(TrialPlan plan) {
        return !knobs.isEmpty()
                && plan.trials().stream()
                                .map(PlannedTrial::settings)
                                .map(this::others)
                                .distinct()
                                .count()
                        == 1;
    }

    private Settings others(Settings settings) {
        var others = new HashSet<>(settings.knobs());
        others.removeAll(knobs);
        return settings.restrictedTo(others);
    }
}
