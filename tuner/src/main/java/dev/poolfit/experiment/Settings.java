package dev.poolfit.experiment;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * Values of some knobs: counts as they are, durations in milliseconds, flags as 0 or 1.
 *
 * @param values each at least 0; knobs that are not named keep what the service has
 */
public record Settings(Map<Knob, Long> values) {
    public static final Settings NONE = new Settings(Map.of());

    public Settings {
        values.forEach((knob, value) -> {
            if (value < 0) {
                throw new IllegalArgumentException(knob.key() + " must be at least 0, but is " + value);
            }
        });
        var copy = new EnumMap<Knob, Long>(Knob.class);
        copy.putAll(values);
        values = Collections.unmodifiableMap(copy);
    }

    public static Settings of(Knob knob, long value) {
        return new Settings(Map.of(knob, value));
    }

    public static Settings ofPoolAndThreads(int pool, int threads) {
        return of(Knob.POOL, pool).with(Knob.THREADS, threads);
    }

    /** These settings with one knob changed or added. */
    public Settings with(Knob knob, long value) {
        return with(of(knob, value));
    }

    /** These settings, overridden by the others. */
    public Settings with(Settings others) {
        var merged = new EnumMap<Knob, Long>(Knob.class);
        merged.putAll(values);
        merged.putAll(others.values);
        return new Settings(merged);
    }

    /** Only the knobs that the others name, too. */
    public Settings restrictedTo(java.util.Set<Knob> knobs) {
        return new Settings(values.entrySet().stream()
                .filter(entry -> knobs.contains(entry.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    public boolean has(Knob knob) {
        return values.containsKey(knob);
    }

    /**
     * @throws IllegalStateException if the knob is not among these settings
     */
    public long get(Knob knob) {
        Long value = values.get(knob);
        if (value == null) {
            throw new IllegalStateException(knob.key() + " is not among the settings " + this);
        }
        return value;
    }

    public OptionalInt pool() {
        return optional(Knob.POOL);
    }

    public OptionalInt threads() {
        return optional(Knob.THREADS);
    }

    private OptionalInt optional(Knob knob) {
        Long value = values.get(knob);
        return value == null ? OptionalInt.empty() : OptionalInt.of(Math.toIntExact(value));
    }

    /** Such as {@code pool 9, threads 20}. */
    @Override
    public String toString() {
        return values.entrySet().stream()
                .map(entry -> entry.getKey().key() + " " + entry.getKey().text(entry.getValue()))
                .collect(Collectors.joining(", "));
    }
}
