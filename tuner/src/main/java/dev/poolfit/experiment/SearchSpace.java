package dev.poolfit.experiment;

import dev.poolfit.units.IntRange;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** The knobs to tune, each with the range to search. */
public record SearchSpace(Map<Knob, IntRange> ranges) {
    public SearchSpace {
        var copy = new EnumMap<Knob, IntRange>(Knob.class);
        copy.putAll(ranges);
        ranges = Collections.unmodifiableMap(copy);
    }

    public Optional<IntRange> of(Knob knob) {
        return Optional.ofNullable(ranges.get(knob));
    }

    /** This space with the pool held at or below a ceiling, which is at least the range's lower end. */
    public SearchSpace withPoolUpTo(int ceiling) {
        IntRange pool = ranges.get(Knob.POOL);
        if (pool == null || pool.high() <= ceiling) {
            return this;
        }
        var bounded = new EnumMap<Knob, IntRange>(ranges);
        bounded.put(Knob.POOL, new IntRange(pool.low(), ceiling));
        return new SearchSpace(bounded);
    }
}
