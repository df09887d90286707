package dev.poolfit.experiment.file;

import static dev.poolfit.experiment.file.Values.duration;

import dev.poolfit.experiment.Stop;
import dev.poolfit.experiment.Stop.Figure;
import dev.poolfit.units.Durations;
import dev.poolfit.units.Rate;
import dev.poolfit.units.Share;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Optional;
import java.util.function.Function;

/** Reads the section {@code stop}. */
final class StopReader {
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final Duration USUAL_WINDOW = Duration.ofSeconds(10);

    private final Section section;
    private final EnumMap<Figure, Double> limits = new EnumMap<>(Figure.class);

    StopReader(Section section) {
        this.section = section;
    }

    Optional<Stop> stop() {
        limit(Figure.P99, StopReader::millis);
        limit(Figure.ERRORS, text -> Share.parse(text).fraction());
        limit(Figure.ACQUIRE, StopReader::millis);
        limit(Figure.PENDING, text -> (double) Values.integer(0, 1_000_000).apply(text));
        limit(Figure.TIMEOUTS, text -> Rate.parse(text).perSecond());
        Duration window = section.value("for", text -> {
                    Duration read = duration(Duration.ofSeconds(2), LONGEST).apply(text);
                    return Duration.ofSeconds((long) Math.ceil(Durations.seconds(read)));
                })
                .orElse(USUAL_WINDOW);
        if (section.keys().stream().allMatch("for"::equals)) {
            section.missing(
                    "p99", "name what ends a trial: p99: 2s, errors: 5%, acquire: 1s, pending: 50, timeouts: 1/s");
        }
        section.rejectUnknownKeys();
        return limits.isEmpty() ? Optional.empty() : Optional.of(new Stop(limits, window));
    }

    private void limit(Figure figure, Function<String, Double> parser) {
        section.value(figure.key(), parser).ifPresent(limit -> limits.put(figure, limit));
    }

    private static double millis(String text) {
        return 1000 * Durations.seconds(duration(Duration.ofMillis(1), LONGEST).apply(text));
    }
}
