package dev.poolfit.experiment;

import dev.poolfit.units.Durations;
import dev.poolfit.units.Rate;
import dev.poolfit.units.Share;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;

/**
 * The goal that the settings must reach.
 *
 * @param throughput at least this rate of good responses; absent: as much as possible
 * @param errors at most this share of failed requests
 * @param p99 99 % of the responses arrive within this time
 * @param margin the share of the highest throughput that a smaller setting may lose, if that is the goal; from {@value
 *     #LEAST_MARGIN} to {@value #MOST_MARGIN}
 */
public record Goal(Optional<Rate> throughput, Optional<Share> errors, Optional<Duration> p99, Share margin) {
    public static final double LEAST_MARGIN = 0.005;
    public static final double MOST_MARGIN = 0.3;
    public static final Share USUAL_MARGIN = new Share(0.03);

    /** The highest throughput, whatever the errors and the response times. */
    public static final Goal HIGHEST = new Goal(Optional.empty(), Optional.empty(), Optional.empty());

    public Goal {
        if (margin.fraction() < LEAST_MARGIN || margin.fraction() > MOST_MARGIN) {
            throw new IllegalArgumentException(
                    "margin must be from " + LEAST_MARGIN + " to " + MOST_MARGIN + ", but is " + margin.fraction());
        }
    }

    /** A goal with the usual margin. */
    public Goal(Optional<Rate> throughput, Optional<Share> errors, Optional<Duration> p99) {
        this(throughput, errors, p99, USUAL_MARGIN);
    }

    /** Returns whether the goal is the highest throughput rather than a fixed one. */
    public boolean maximal() {
        return throughput.isEmpty();
    }

    /** Returns text such as {@code at least 150/s, errors at most 0%, p99 at most 500ms}. */
    @Override
    public String toString() {
        var parts = new ArrayList<String>();
        parts.add(throughput.map(rate -> "at least " + rate).orElse("the highest throughput"));
        errors.ifPresent(share -> parts.add("errors at most " + share));
        p99.ifPresent(time -> parts.add("p99 at most " + Durations.format(time)));
        return String.join(", ", parts);
    }
}
