package dev.poolfit.options;

import dev.poolfit.experiment.CountKnob;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.experiment.TimeKnob;
import dev.poolfit.units.BadQuantity;
import dev.poolfit.units.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The values of {@code --at}: for each knob numbers and ranges, such as {@code pool=15,20,30..100:10}. */
public final class AtOption {
    /** Settings that one prediction is for. */
    public static final int MOST_POINTS = 10_000;

    private static final int MOST = 10_000;
    private static final List<Knob> KNOBS = List.of(Knob.POOL, Knob.THREADS, Knob.CONNECTION_TIMEOUT);
    private static final Pattern RANGE =
            Pattern.compile("(\\d{1,9})(?:\\s*\\.\\.\\s*(\\d{1,9})(?:\\s*:\\s*(\\d{1,9}))?)?");
    private static final String BOUND =
            "numbers and ranges from 1 to " + MOST + ", the lower one first, such as 15,20,30..100:10";

    /** The values in the order of {@link Knob#ALL}, whatever the order in which they are given. */
    private final Map<Knob, Set<Settings>> values = new HashMap<>();

    private final List<String> problems;

    private AtOption(List<String> problems) {
        this.problems = problems;
    }

    /** Reads every combination of what was given, in that order; whatever is wrong with it goes to the problems. */
    public static List<Settings> read(List<String> texts, List<String> problems) {
        var option = new AtOption(problems);
        texts.forEach(option::add);
        return option.points();
    }

    private void add(String text) {
        String[] sides = text.split("=", 2);
        Optional<Knob> knob = Knob.of(sides[0].strip()).filter(KNOBS::contains);
        if (sides.length < 2 || knob.isEmpty()) {
            problems.add("--at must be one of "
                    + KNOBS.stream().map(each -> each.key() + "=…").collect(Collectors.joining(", ")) + ", but is \""
                    + text + "\"");
            return;
        }
        Set<Settings> into = values.computeIfAbsent(knob.get(), any -> new LinkedHashSet<>());
        for (String part : sides[1].split(",", -1)) {
            try {
                if (knob.get() instanceof TimeKnob time) {
                    into.add(Settings.of(time, duration(part)));
                } else if (knob.get() instanceof CountKnob count) {
                    range(part.strip(), count, into);
                }
            } catch (BadQuantity bad) {
                problems.add("--at " + knob.get().key() + " " + bad.getMessage());
            }
        }
    }

    private static Duration duration(String text) {
        Duration duration = Durations.parse(text);
        if (duration.toMillis() < 1) {
            throw new BadQuantity("at least 1ms", "\"" + text + "\"");
        }
        return duration;
    }

    private static void range(String text, CountKnob knob, Set<Settings> into) {
        Matcher matcher = RANGE.matcher(text);
        if (!matcher.matches()) {
            throw new BadQuantity(BOUND, "\"" + text + "\"");
        }
        long low = Long.parseLong(matcher.group(1));
        long high = matcher.group(2) == null ? low : Long.parseLong(matcher.group(2));
        long step = matcher.group(3) == null ? 1 : Long.parseLong(matcher.group(3));
        if (low < 1 || high < low || high > MOST || step < 1) {
            throw new BadQuantity(BOUND, "\"" + text + "\"");
        }
        for (long value = low; value <= high; value += step) {
            into.add(Settings.of(knob, (int) value));
        }
    }

    private List<Settings> points() {
        if (values.isEmpty()) {
            if (problems.stream().noneMatch(each -> each.startsWith("--at"))) {
                problems.add("--at is missing; say what to predict, such as --at pool=15,20,30..100:10");
            }
            return List.of();
        }
        double size = values.values().stream().mapToDouble(Set::size).reduce(1, (a, b) -> a * b);
        if (size > MOST_POINTS) {
            problems.add(String.format(
                    Locale.ROOT,
                    "--at asks for %,.0f settings (%s), but they must be at most %,d; take wider steps, such as"
                            + " pool=1..100:10",
                    size,
                    Knob.ordered(values).entrySet().stream()
                            .map(each -> each.getValue().size() + " × "
                                    + each.getKey().key())
                            .collect(Collectors.joining(", ")),
                    MOST_POINTS));
            return List.of();
        }
        List<Settings> points = List.of(Settings.NONE);
        for (Set<Settings> each : Knob.ordered(values).values()) {
            var next = new ArrayList<Settings>();
            points.forEach(point -> each.forEach(value -> next.add(point.with(value))));
            points = next;
        }
        return points;
    }
}
