package dev.poolfit.verdict;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import java.util.List;
import java.util.Optional;

/**
 * The result of comparing the values of a knob beside pool and threads.
 *
 * @param knob the knob
 * @param at pool and threads at which its values were compared
 * @param held the knob with the value that held before
 * @param kept the knob with the value that holds since
 * @param others the other values; empty where the budget did not carry a comparison
 */
public record KnobResult(Knob knob, Settings at, Settings held, Settings kept, List<Other> others) {
    /** The effect of a value beside the one that held. */
    public enum Effect {
        BETTER,
        WORSE,
        NO_SIGNIFICANT_DIFFERENCE
    }

    /**
     * Another value.
     *
     * @param value the knob with it
     * @param effect its effect beside the one that held
     * @param ratio of its throughput, under open load of the inverse of its mean response time, to that of the value that held,
     *     from rounds of both; empty where no round of both was sound
     */
    public record Other(Settings value, Effect effect, Optional<Interval> ratio) {}

    public KnobResult {
        others = List.copyOf(others);
    }
}
