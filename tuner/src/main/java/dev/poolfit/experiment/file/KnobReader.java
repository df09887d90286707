package dev.poolfit.experiment.file;

import static dev.poolfit.experiment.file.Values.duration;
import static dev.poolfit.experiment.file.Values.range;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.BadQuantity;
import dev.poolfit.units.IntRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/** Reads the sections {@code tune} and {@code fixed}. */
final class KnobReader {
    private static final int LARGEST_POOL = 10_000;
    private static final int LARGEST_COUNT = 1_000_000;
    /** Each value costs trials of its own. */
    private static final int MOST_VALUES = 6;
    /** A range of a knob that no model knows is tried at so many values, each as many times the one before. */
    private static final int LEVELS = 4;
    /** HikariCP silently replaces a shorter connection timeout by 30 s (HikariConfig.validateNumerics). */
    private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(250);
    /** HikariCP silently replaces a shorter lifetime by 30 min (HikariConfig.validateNumerics). */
    private static final Duration SHORTEST_LIFETIME = Duration.ofSeconds(30);

    private KnobReader() {}

    static SearchSpace space(Section section) {
        var ranges = new EnumMap<Knob, IntRange>(Knob.class);
        var choices = new EnumMap<Knob, List<Settings>>(Knob.class);
        for (Knob knob : Knob.values()) {
            if (knob == Knob.POOL || knob == Knob.THREADS) {
                section.value(knob.key(), range(1, LARGEST_POOL)).ifPresent(it -> ranges.put(knob, it));
            } else {
                choice(section, knob)
                        .ifPresent(values -> choices.put(
                                knob,
                                values.stream()
                                        .map(value -> Settings.of(knob, value))
                                        .toList()));
            }
        }
        if (section.keys().isEmpty()) {
            section.missing("pool", "name what to tune, such as pool: 2..100 or threads: 10..200");
        }
        section.rejectUnknownKeys();
        return new SearchSpace(ranges, choices);
    }

    private static Optional<List<Long>> choice(Section section, Knob knob) {
        if (!section.has(knob.key())) {
            return Optional.empty();
        }
        if (section.holdsList(knob.key())) {
            return section.values(knob.key(), value(knob)).filter(values -> areChoice(section, knob, values));
        }
        return knob.kind() == Knob.Kind.COUNT
                ? section.value(knob.key(), text -> levels(knob, text))
                : section.value(knob.key(), text -> {
                    throw new BadQuantity("a list of values, such as " + example(knob), Values.quoted(text));
                });
    }

    private static boolean areChoice(Section section, Knob knob, List<Long> values) {
        String problem = "";
        if (values.size() < 2) {
            problem = "must have two values or more, but has " + values.size() + "; what is to stay goes under fixed";
        } else if (values.size() > MOST_VALUES) {
            problem = "must have at most " + MOST_VALUES + " values, since each takes trials of its own, but has "
                    + values.size();
        } else if (new TreeSet<>(values).size() < values.size()) {
            problem = "must have different values, but names one twice";
        }
        if (!problem.isEmpty()) {
            section.problem(knob.key(), problem);
        }
        return problem.isEmpty();
    }

    /** {@code 10..200} as 10, 27, 74, 200. */
    private static List<Long> levels(Knob knob, String text) {
        IntRange range = IntRange.parse(text);
        if (range.low() < lowest(knob) || range.high() > LARGEST_COUNT || range.low() == range.high()) {
            throw new BadQuantity(
                    "a list such as " + example(knob) + " or a range within " + lowest(knob) + ".." + LARGEST_COUNT,
                    text);
        }
        double low = Math.max(1, range.low());
        double factor = Math.pow(range.high() / low, 1.0 / (LEVELS - 1));
        var levels = new TreeSet<Long>();
        levels.add((long) range.low());
        for (int i = 1; i < LEVELS; i++) {
            levels.add(Math.round(low * Math.pow(factor, i)));
        }
        return new ArrayList<>(levels);
    }

    private static String example(Knob knob) {
        return switch (knob.kind()) {
            case COUNT -> "[10, 50]";
            case MILLISECONDS -> knob == Knob.MAX_LIFETIME ? "[30s, 30m]" : "[1s, 30s]";
            case FLAG -> "[true, false]";
        };
    }

    static Settings fixed(Section section) {
        var values = new EnumMap<Knob, Long>(Knob.class);
        for (Knob knob : Knob.values()) {
            section.value(knob.key(), value(knob)).ifPresent(it -> values.put(knob, it));
        }
        section.rejectUnknownKeys();
        return new Settings(values);
    }

    private static Function<String, Long> value(Knob knob) {
        return switch (knob.kind()) {
            case COUNT -> Values.wholeNumber(lowest(knob), LARGEST_COUNT);
            case MILLISECONDS ->
                duration(knob == Knob.MAX_LIFETIME ? SHORTEST_LIFETIME : SHORTEST_TIMEOUT, Duration.ofHours(24))
                        .andThen(Duration::toMillis);
            case FLAG -> Values.flag().andThen(on -> on ? 1L : 0L);
        };
    }

    private static long lowest(Knob knob) {
        return knob == Knob.MINIMUM_IDLE ? 0 : 1;
    }
}
