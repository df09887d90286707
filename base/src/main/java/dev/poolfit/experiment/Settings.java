package dev.poolfit.experiment;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Values of some knobs; those that are not named keep what the service has.
 *
 * @param values as journals and MBeans have them: counts as they are, up to {@link Integer#MAX_VALUE}; durations in
 *     milliseconds; flags as 0 or 1; each at least 0
 */
public record Settings(Map<Knob, Long> values) {
    public static final Settings NONE = new Settings(Map.of());

    public Settings {
        values.forEach((knob, value) -> {
            if (value < 0) {
                throw new IllegalArgumentException(knob.key() + " must be at least 0, but is " + value);
            }
            if (value > knob.most()) {
                throw new IllegalArgumentException(knob.key() + " must be "
                        + (knob instanceof FlagKnob ? "0 or 1" : "at most " + knob.most()) + ", but is " + value);
            }
        });
        values = Knob.ordered(values);
    }

    /** Returns the setting of one knob, from its {@link #number}. */
    public static Settings ofNumber(Knob knob, long number) {
        return new Settings(Map.of(knob, number));
    }

    public static Settings of(CountKnob knob, int value) {
        return ofNumber(knob, value);
    }

    /** @param value is cut to milliseconds */
    public static Settings of(TimeKnob knob, Duration value) {
        return ofNumber(knob, value.toMillis());
    }

    public static Settings of(FlagKnob knob, boolean value) {
        return ofNumber(knob, value ? 1 : 0);
    }

    public static Settings ofPoolAndThreads(int pool, int threads) {
        return of(Knob.POOL, pool).with(Knob.THREADS, threads);
    }

    public Settings with(CountKnob knob, int value) {
        return with(of(knob, value));
    }

    public Settings with(TimeKnob knob, Duration value) {
        return with(of(knob, value));
    }

    public Settings with(FlagKnob knob, boolean value) {
        return with(of(knob, value));
    }

    /** Returns these settings, overridden by the others. */
    public Settings with(Settings others) {
        var merged = new HashMap<>(values);
        merged.putAll(others.values);
        return new Settings(merged);
    }

    /** Returns these settings without the knobs that are not among {@code knobs}. */
    public Settings restrictedTo(Set<Knob> knobs) {
        return new Settings(values.entrySet().stream()
                .filter(entry -> knobs.contains(entry.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    public Settings only(Knob knob) {
        return restrictedTo(Set.of(knob));
    }

    /** Returns the knobs that are named, in their usual order. */
    public Set<Knob> knobs() {
        return values.keySet();
    }

    public boolean has(Knob knob) {
        return values.containsKey(knob);
    }

    /** Returns whether both name the knob, and with the same value. */
    public boolean agree(Knob knob, Settings others) {
        return has(knob) && others.has(knob) && number(knob) == others.number(knob);
    }

    /** Returns the knobs that both name, with different values. */
    public Set<Knob> contradictedBy(Settings others) {
        return knobs().stream()
                .filter(knob -> others.has(knob) && !agree(knob, others))
                .collect(Collectors.toSet());
    }

    /** @throws IllegalStateException if the knob is not among these settings */
    public int count(CountKnob knob) {
        return Math.toIntExact(number(knob));
    }

    /**
     * Returns the value as journals, MBeans and charts have it: a count as it is, a duration in milliseconds, a flag as 0 or 1.
     *
     * @throws IllegalStateException if the knob is not among these settings
     */
    public long number(Knob knob) {
        Long value = values.get(knob);
        if (value == null) {
            throw new IllegalStateException(knob.key() + " is not among the settings " + this);
        }
        return value;
    }

    /**
     * Returns the value as it is written in an experiment file.
     *
     * @throws IllegalStateException if the knob is not among these settings
     */
    public String text(Knob knob) {
        return knob.text(number(knob));
    }

    /**
     * Returns the value as the Spring property takes it; durations in milliseconds.
     *
     * @throws IllegalStateException if the knob is not among these settings
     */
    public String propertyValue(Knob knob) {
        return knob instanceof FlagKnob ? text(knob) : "" + number(knob);
    }

    public OptionalInt pool() {
        return optional(Knob.POOL);
    }

    public OptionalInt threads() {
        return optional(Knob.THREADS);
    }

    public Optional<Duration> connectionTimeout() {
        return Optional.ofNullable(values.get(Knob.CONNECTION_TIMEOUT)).map(Duration::ofMillis);
    }

    public Optional<Boolean> openInView() {
        return Optional.ofNullable(values.get(Knob.OPEN_IN_VIEW)).map(flag -> flag != 0);
    }

    private OptionalInt optional(CountKnob knob) {
        return has(knob) ? OptionalInt.of(count(knob)) : OptionalInt.empty();
    }

    /** Returns text such as {@code pool 9, threads 20}. */
    @Override
    public String toString() {
        return knobs().stream().map(knob -> knob.key() + " " + text(knob)).collect(Collectors.joining(", "));
    }
}
