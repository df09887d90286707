package dev.poolfit.verdict.comparison;

import dev.poolfit.experiment.Settings;
import dev.poolfit.units.IntRange;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntFunction;

/**
 * The values of one knob, in order, and the settings that belong to them.
 *
 * @param range the values that it may have
 * @param at the settings at a value
 * @param valueOf the value of settings
 * @param step the precision that a value is worth; at least 1
 */
public record Axis(IntRange range, IntFunction<Settings> at, ToIntFunction<Settings> valueOf, IntUnaryOperator step) {
    public Settings settings(int value) {
        return at.apply(value);
    }

    public int value(Settings settings) {
        return valueOf.applyAsInt(settings);
    }

    /** Returns whether settings are those of a value. */
    public boolean has(Settings settings) {
        return settings.equals(settings(range.clamp(value(settings))));
    }

    /** Returns the value one step below. */
    public int below(int value) {
        return value - step.applyAsInt(value);
    }
}
