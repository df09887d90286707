package dev.poolfit.verdict.search;

import dev.poolfit.units.IntRange;
import java.util.NavigableMap;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/**
 * What is known of one knob's values: which meet the goal and which do not. Assumes that more meets once less does;
 * where repeats say otherwise, the smallest that meets counts.
 */
final class Bracket {
    private final IntRange range;
    private final NavigableMap<Integer, Boolean> known = new TreeMap<>();

    Bracket(IntRange range) {
        this.range = range;
    }

    /** Adds a tried value; one value that met under any companion setting meets. */
    void add(int value, boolean meets) {
        if (range.contains(value)) {
            known.merge(value, meets, Boolean::logicalOr);
        }
    }

    /** The smallest value that meets. */
    OptionalInt meeting() {
        return known.entrySet().stream()
                .filter(entry -> entry.getValue())
                .mapToInt(entry -> entry.getKey())
                .findFirst();
    }

    /** The largest value that fails below the smallest that meets; one below the range where none does. */
    int failing() {
        return known.headMap(meeting().orElse(Integer.MAX_VALUE)).entrySet().stream()
                .filter(entry -> !entry.getValue())
                .mapToInt(entry -> entry.getKey())
                .max()
                .orElse(range.low() - 1);
    }

    /** Whether the answer is known to a step of the resolution. */
    boolean closed(int resolution) {
        return meeting().isPresent() && meeting().getAsInt() - failing() <= resolution;
    }

    boolean exhausted() {
        return meeting().isEmpty() && failing() >= range.high();
    }

    /**
     * The value to try next.
     *
     * @param guess from the largest failing value to where the answer may lie; what it says is kept within the bracket,
     *     and after four values the middle is taken instead, so that a poor guess costs little
     */
    int next(IntUnaryOperator guess) {
        int low = failing();
        if (meeting().isEmpty()) {
            int farthest = known.isEmpty() ? range.high() : Math.max(low + 1, 3 * low);
            return range.clamp(Math.max(low + 1, Math.min(farthest, guess.applyAsInt(low))));
        }
        int high = meeting().getAsInt();
        int middle = low + (high - low) / 2;
        int wanted = known.size() > 4 ? middle : guess.applyAsInt(low);
        return Math.max(low + 1, Math.min(high - 1, wanted));
    }
}
