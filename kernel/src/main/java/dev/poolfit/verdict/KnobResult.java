package dev.poolfit.verdict;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import java.util.List;
import java.util.Optional;

/**
 * What became of a knob beside pool and threads.
 *
 * @param knob which
 * @param at pool and threads at which its values were compared
 * @param held the knob with the value that held before
 * @param kept the knob with the value that holds since
 * @param others the other values; empty where the budget did not carry a comparison
 */
public record KnobResult(Knob knob, Settings at, Settings held, Settings kept, List<Other> others) {
    /** How a value stands to the one that held. */
    public enum Effect {
        BETTER,
        WORSE,
        NO_SIGNIFICANT_DIFFERENCE
    }

    /**
     * Another value.
     *
     * @param value the knob with it
     * @param effect how it stands to the one that held
     * @param ratio of its throughput, under open load of the inverse of its mean response time, to that of the value that
     *     held, within rounds of both; empty where no round of both was sound
     */
    public record Other(Settings value, Effect effect, Optional<Interval> ratio) {}

    public KnobResult {
        others = List.copyOf(others);
    }
}
