package dev.poolfit.options;

import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import dev.poolfit.units.BadQuantity;
import dev.poolfit.units.Durations;
import java.time.Duration;
import java.util.List;

/** Reads the value of an option that is a time. */
public final class TimeOption {
    private TimeOption() {}

    /**
     * Returns the time.
     *
     * @param option such as {@code --for}
     * @throws InvalidExperiment if it is none, or not within the bounds
     */
    public static Duration of(String option, String text, Duration shortest, Duration longest) {
        try {
            Duration asked = Durations.parse(text);
            if (asked.compareTo(shortest) < 0 || asked.compareTo(longest) > 0) {
                throw new BadQuantity(
                        "a time from " + Durations.format(shortest) + " to " + Durations.format(longest),
                        "\"" + text + "\"");
            }
            return asked;
        } catch (BadQuantity bad) {
            throw new InvalidExperiment(List.of(new Problem(0, option, String.valueOf(bad.getMessage()))));
        }
    }
}
