package dev.poolfit.experiment;

import dev.poolfit.units.Durations;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
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

    /**
     * Returns whether settings can be compared by switching them under a load: so many users all the time, so that throughput follows
     * the settings. Percentiles straddle switches: where they decide beside a rate, each setting has a trial of its own. Within the pool
     * the service counts, so that for the highest throughput the users of a script or of a stage will do as well.
     *
     * @param limited whether settings can be switched within the pool
     */
    public boolean comparable(Load load, boolean limited) {
        boolean alike = load.shape() instanceof Load.Users
                || limited
                        && maximal()
                        && (load.shape() instanceof Load.Scripted || load.shape() instanceof Load.Stages);
        return alike && (maximal() || p99.isEmpty());
    }

    /** Returns the goal in words, such as {@code at least 150/s, no errors, p99 at most 500 ms}. */
    public Message words() {
        var parts = new ArrayList<Message>();
        parts.add(throughput
                .map(rate -> Message.of("goal.rate", rate.toString()))
                .orElseGet(() -> Message.of("goal.highest")));
        errors.map(Share::fraction)
                .ifPresent(share -> parts.add(
                        share == 0 ? Message.of("goal.no-errors") : Message.of("goal.errors", Quantity.share(share))));
        p99.ifPresent(
                time -> parts.add(Message.of("goal.p99", Durations.format(time).replaceAll("(?<=\\d)(?=[a-z])", " "))));
        return Message.joined("join.comma", parts);
    }
}
