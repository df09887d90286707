package dev.poolfit.experiment.file;

import static dev.poolfit.experiment.file.Values.duration;
import static dev.poolfit.experiment.file.Values.integer;

import dev.poolfit.experiment.Load;
import dev.poolfit.units.BadQuantity;
import dev.poolfit.units.Rate;
import dev.poolfit.units.Share;
import java.time.Duration;
import java.util.Optional;

/** Reads {@code load.ramp-until}: the top of a ramp, how long it takes there, and what counts as broken before. */
final class RampReader {
    private static final int MOST_USERS = 100_000;
    /** The shortest ramp; a steeper one passes the breaking point within a second or two, too fast to place it. */
    private static final Duration SHORTEST = Duration.ofSeconds(10);

    private static final Share USUAL_ERRORS = new Share(0.01);

    private RampReader() {}

    static Optional<Load.Shape> ramp(Section section) {
        if (section.has("rate") && section.has("users")) {
            section.problem(
                    "users",
                    "contradicts load.ramp-until.rate in line " + section.line("rate")
                            + "; keep rate (open load) or users (closed load)");
        } else if (!section.has("rate") && !section.has("users")) {
            section.missing("rate", "name the top, which must break the service: rate: 500/s or users: 500");
        }
        Optional<Rate> rate = section.value("rate", Rate::parse);
        Optional<Integer> users = section.value("users", integer(1, MOST_USERS));
        Optional<Duration> over = section.required(
                "over", duration(SHORTEST, Duration.ofHours(1)), "say how long the ramp takes, such as 60s");
        Share errors = section.value("errors", RampReader::errors).orElse(USUAL_ERRORS);
        Optional<Duration> p99 = section.value("p99", duration(Duration.ofMillis(1), Duration.ofMinutes(10)));
        section.rejectUnknownKeys();
        return over.filter(it -> rate.isPresent() != users.isPresent())
                .map(it -> new Load.Ramp(rate, users.orElse(0), it, errors, p99));
    }

    private static Share errors(String text) {
        Share share = Share.parse(text);
        if (share.fraction() >= 1) {
            throw new BadQuantity("less than 100%, such as 1%", text);
        }
        return share;
    }
}
