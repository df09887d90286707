package dev.poolfit.verdict.comparison;

import dev.poolfit.experiment.Settings;
import dev.poolfit.units.IntRange;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;

/**
 * Chooses the settings that are compared first: the initial ones beside some across the range, closer where the model expects
 * the answer.
 *
 * @param axis of the knob that is tuned first
 * @param factor between neighbours; above 1
 */
public record FirstComparison(Axis axis, double factor) {
    /** The ratio of values beside the expected one to it. */
    public static final double WIDE = 3;
    /** That ratio once a value so far off was seen to spoil the others. */
    public static final double NARROW = 1.6;
    /** That ratio where all that lies farther off leaves waiting users behind. */
    public static final double CLOSE = 1.15;

    /** The distance on the log scale below which values tell the same at first. */
    private static final double ALIKE = 0.3;
    /** The same as a part of the distance that is wanted between neighbours. */
    private static final double CLOSER = 0.9;

    /**
     * Chooses two settings or more, the initial ones first.
     *
     * @param guess the expected answer, if there is one
     */
    public List<Settings> settings(Settings found, OptionalInt guess) {
        var settings = new LinkedHashSet<Settings>();
        settings.add(found);
        IntRange range = axis.range();
        int initial = range.clamp(axis.value(found));
        for (int value : guess.isPresent() ? around(guess.getAsInt(), initial) : across()) {
            if (settings.stream().noneMatch(each -> near(axis.value(each), value))) {
                settings.add(axis.settings(value));
            }
        }
        if (settings.size() == 1) {
            settings.add(axis.settings(initial == range.high() ? range.low() : range.high()));
        }
        return List.copyOf(settings);
    }

    private List<Integer> around(int guess, int initial) {
        IntRange range = axis.range();
        return List.of(
                guess, range.clamp(Math.min(guess, initial) / factor), range.clamp(factor * Math.max(guess, initial)));
    }

    private List<Integer> across() {
        IntRange range = axis.range();
        var values = new ArrayList<Integer>();
        for (double value = range.low(); value < range.high(); value = Math.max(value + 1, factor * value)) {
            values.add((int) value);
        }
        values.add(range.high());
        return values;
    }

    private boolean near(int one, int other) {
        return alike(one, other) && Math.abs(Math.log((double) one / other)) < CLOSER * Math.log(factor);
    }

    /** Returns whether two values tell the same at first. */
    public static boolean alike(int one, int other) {
        return Math.abs(Math.log((double) one / other)) < ALIKE;
    }
}
