package dev.poolfit.experiment.file;

import static dev.poolfit.experiment.file.Values.duration;
import static dev.poolfit.experiment.file.Values.range;

import dev.poolfit.experiment.CountKnob;
import dev.poolfit.experiment.FlagKnob;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.experiment.TimeKnob;
import dev.poolfit.units.BadQuantity;
import dev.poolfit.units.IntRange;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/** Reads the sections {@code tune} and {@code fixed}. */
final class KnobReader {
    private static final int LARGEST_POOL = 10_000;
    private static final int LARGEST_COUNT = 1_000_000;
    /** The most values, for each costs trials of its own. */
    private static final int MOST_VALUES = 6;
    /** The number of values at which a range of a knob that no model knows is tried, each as many times the one before. */
    private static final int LEVELS = 4;
    /** The shortest timeout; HikariCP silently replaces a shorter one by 30 s (HikariConfig.validateNumerics). */
    private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(250);
    /** The shortest lifetime; HikariCP silently replaces a shorter one by 30 min (HikariConfig.validateNumerics). */
    private static final Duration SHORTEST_LIFETIME = Duration.ofSeconds(30);

    private KnobReader() {}

    static SearchSpace space(Section section) {
        var ranges = new HashMap<Knob, IntRange>();
        var choices = new HashMap<Knob, List<Settings>>();
        for (Knob knob : Knob.ALL) {
            if (knob == Knob.POOL || knob == Knob.THREADS) {
                section.value(knob.key(), range(1, LARGEST_POOL)).ifPresent(it -> ranges.put(knob, it));
            } else {
                choice(section, knob).ifPresent(values -> choices.put(knob, values));
            }
        }
        if (section.keys().isEmpty()) {
            section.missing("pool", "name what to tune, such as pool: 2..100 or threads: 10..200");
        }
        section.rejectUnknownKeys();
        return new SearchSpace(ranges, choices);
    }

    private static Optional<List<Settings>> choice(Section section, Knob knob) {
        if (!section.has(knob.key())) {
            return Optional.empty();
        }
        if (section.holdsList(knob.key())) {
            return section.values(knob.key(), value(knob)).filter(values -> areChoice(section, knob, values));
        }
        return knob instanceof CountKnob count
                ? section.value(knob.key(), text -> levels(count, text))
                : section.value(knob.key(), text -> {
                    throw new BadQuantity("a list of values, such as " + example(knob), Values.quoted(text));
                });
    }

    private static boolean areChoice(Section section, Knob knob, List<Settings> values) {
        String problem = "";
        if (values.size() < 2) {
            problem = "must have two values or more, but has " + values.size() + "; what is to stay goes under fixed";
        } else if (values.size() > MOST_VALUES) {
            problem = "must have at most " + MOST_VALUES + " values, since each takes trials of its own, but has "
                    + values.size();
        } else if (new HashSet<>(values).size() < values.size()) {
            problem = "must have different values, but names one twice";
        }
        if (!problem.isEmpty()) {
            section.problem(knob.key(), problem);
        }
        return problem.isEmpty();
    }

    /** Returns {@code 10..200} as 10, 27, 74, 200. */
    private static List<Settings> levels(CountKnob knob, String text) {
        IntRange range = IntRange.parse(text);
        if (range.low() < lowest(knob) || range.high() > LARGEST_COUNT || range.low() == range.high()) {
            throw new BadQuantity(
                    "a list such as " + example(knob) + " or a range within " + lowest(knob) + ".." + LARGEST_COUNT,
                    text);
        }
        double low = Math.max(1, range.low());
        double factor = Math.pow(range.high() / low, 1.0 / (LEVELS - 1));
        var levels = new TreeSet<Integer>();
        levels.add(range.low());
        for (int i = 1; i < LEVELS; i++) {
            levels.add((int) Math.round(low * Math.pow(factor, i)));
        }
        return levels.stream().map(value -> Settings.of(knob, value)).toList();
    }

    private static String example(Knob knob) {
        if (knob instanceof FlagKnob) {
            return "[true, false]";
        }
        return knob == Knob.MAX_LIFETIME ? "[30s, 30m]" : knob == Knob.CONNECTION_TIMEOUT ? "[1s, 30s]" : "[10, 50]";
    }

    static Settings fixed(Section section) {
        Settings fixed = Settings.NONE;
        for (Knob knob : Knob.ALL) {
            fixed = fixed.with(section.value(knob.key(), value(knob)).orElse(Settings.NONE));
        }
        section.rejectUnknownKeys();
        return fixed;
    }

    private static Function<String, Settings> value(Knob knob) {
        if (knob instanceof CountKnob count) {
            return Values.wholeNumber(lowest(knob), LARGEST_COUNT)
                    .andThen(value -> Settings.of(count, value.intValue()));
        }
        if (knob instanceof TimeKnob time) {
            return duration(knob == Knob.MAX_LIFETIME ? SHORTEST_LIFETIME : SHORTEST_TIMEOUT, Duration.ofHours(24))
                    .andThen(value -> Settings.of(time, value));
        }
        return Values.flag().andThen(on -> Settings.of((FlagKnob) knob, on));
    }

    private static long lowest(Knob knob) {
        return knob == Knob.MINIMUM_IDLE ? 0 : 1;
    }
}
