package dev.poolfit.trial;

import dev.poolfit.experiment.Load;
import dev.poolfit.units.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Whole seconds of load.
 *
 * @param from the first second, counted from 0
 * @param to the second after the last
 */
record Window(int from, int to) {
    /** The stage with the most users on average, the last of them: the part of a ramp that is measured. */
    static Optional<Window> busiest(Load load) {
        if (!(load.shape() instanceof Load.Stages shape)) {
            return Optional.empty();
        }
        List<Load.Stage> stages = shape.stages();
        int busiest = 0;
        double most = -1;
        int before = 0;
        for (int i = 0; i < stages.size(); i++) {
            double average = (before + stages.get(i).users()) / 2.0;
            if (average >= most) {
                most = average;
                busiest = i;
            }
            before = stages.get(i).users();
        }
        Duration start =
                stages.subList(0, busiest).stream().map(Load.Stage::length).reduce(Duration.ZERO, Duration::plus);
        int from = (int) Math.ceil(Durations.seconds(start));
        int to = (int)
                Math.floor(Durations.seconds(start.plus(stages.get(busiest).length())));
        return Optional.of(new Window(from, Math.max(from + 2, to)));
    }
}
