package dev.poolfit.trial;

import dev.poolfit.experiment.Load;
import dev.poolfit.units.Durations;
import java.util.Optional;

/**
 * Whole seconds of load.
 *
 * @param from the first second, counted from 0
 * @param to the second after the last
 */
record Window(int from, int to) {
    /** The busiest stage of a ramp, in whole seconds. */
    static Optional<Window> busiest(Load load) {
        if (!(load.shape() instanceof Load.Stages shape)) {
            return Optional.empty();
        }
        Load.Span stage = shape.busiest();
        int from = (int) Math.ceil(Durations.seconds(stage.start()));
        int to = (int) Math.floor(Durations.seconds(stage.start().plus(stage.length())));
        return Optional.of(new Window(from, Math.max(from + 2, to)));
    }
}
