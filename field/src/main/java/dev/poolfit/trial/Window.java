package dev.poolfit.trial;

import dev.poolfit.experiment.Load;
import dev.poolfit.plan.TrialCost;
import java.util.Optional;

/**
 * A stretch of whole seconds of load.
 *
 * @param from the first second, counted from 0
 * @param to the second after the last
 */
record Window(int from, int to) {
    /** Returns the busiest stage of a ramp, in whole seconds. */
    static Optional<Window> busiest(Load load) {
        if (!(load.shape() instanceof Load.Stages shape)) {
            return Optional.empty();
        }
        Load.Span stage = shape.busiest();
        int from = stage.firstSecond();
        return Optional.of(new Window(from, from + Math.max(TrialCost.LEAST_SECONDS, stage.wholeSeconds())));
    }
}
