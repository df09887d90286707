package dev.poolfit.verdict.comparison;

import dev.poolfit.units.IntRange;
import dev.poolfit.verdict.Performance.Standing;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Keeps the values of one knob that meet the goal, fail it, or are open. More meets once less does; where repeats say
 * otherwise, the smallest that meets counts. The answer lies above the largest failing value below it.
 */
public final class Bracket {
    /** The largest ratio of a value to the smallest that may meet; one more is allowed, too. */
    private static final double TIGHT = 1.3;
    /** The same where the budget ends first. */
    private static final double ROUGH = 2;
    /** So many connections more harm nobody. */
    private static final int FEW = 4;
    /** The number of values after which no guess is taken any more. */
    private static final int GUESSES = 4;

    private final IntRange range;
    private final NavigableMap<Integer, Standing> known = new TreeMap<>();

    public Bracket(IntRange range) {
        this.range = range;
    }

    public IntRange range() {
        return range;
    }

    /** Adds a value; one that meets under any companion setting meets, and else one that fails under any fails. */
    public void add(int value, Standing standing) {
        known.merge(value, standing, (one, other) -> one.compareTo(other) <= 0 ? one : other);
    }

    public boolean is(int value, Standing standing) {
        return known.get(value) == standing;
    }

    public boolean knows(int value) {
        return known.containsKey(value);
    }

    /** Returns the smallest value that meets. */
    public OptionalInt answer() {
        return values(Standing.MEETS).findFirst();
    }

    /** Returns the values of one standing, ascending. */
    public IntStream values(Standing standing) {
        return known.entrySet().stream()
                .filter(each -> each.getValue() == standing)
                .mapToInt(Map.Entry::getKey);
    }

    /** Returns the largest value that fails below the answer; one below the range where none does. */
    public int failing() {
        return failing(answer().orElse(Integer.MAX_VALUE));
    }

    /** Returns the largest value that fails below another; one below the range where none does. */
    public int failing(int below) {
        return failing(below, value -> true);
    }

    /** Returns the largest value among those of {@code which} that fails below another; one below the range where none does. */
    public int failing(int below, IntPredicate which) {
        return values(Standing.FAILS)
                .filter(value -> value < below && which.test(value))
                .max()
                .orElse(range.low() - 1);
    }

    /** Returns the values below another that are open, and above all that fail below it. */
    public IntStream open(int below) {
        int failing = failing(below);
        return values(Standing.UNCLEAR).filter(value -> value > failing && value < below);
    }

    /** Returns whether the answer is the smallest possible one plus one at most, or {@value #TIGHT} times it at most. */
    public boolean tight() {
        return answer().isPresent() && tight(answer().getAsInt());
    }

    /** Returns whether this value is no larger than that. */
    public boolean tight(int value) {
        return tight(failing(value), value);
    }

    /** Returns whether a value is the smallest above {@code failing} plus one at most, or {@value #TIGHT} times it at most. */
    public static boolean tight(int failing, int value) {
        return value <= Math.max(failing + 2, TIGHT * (failing + 1));
    }

    /** Returns whether a value is the smallest above {@code failing} plus {@value #FEW} at most, or {@value #ROUGH} times it at most. */
    static boolean rough(int failing, int value) {
        return value <= Math.max(failing + 1 + FEW, ROUGH * (failing + 1));
    }

    /** Returns whether the answer is known to a step. */
    public boolean closed(int step) {
        return answer().isPresent() && answer().getAsInt() - failing() <= step;
    }

    /** Returns whether all values fail. */
    public boolean exhausted() {
        return answer().isEmpty() && failing() >= range.high();
    }

    /**
     * Returns the value to try next.
     *
     * @param guess from the largest failing value to where the answer may lie; what it says is kept within the bracket, and
     *     after {@value #GUESSES} values the middle is taken instead, so that a poor guess costs little
     */
    public int next(IntUnaryOperator guess) {
        int low = failing();
        if (answer().isEmpty()) {
            int farthest = known.isEmpty() ? range.high() : Math.max(low + 1, 3 * low);
            return range.clamp(Math.max(low + 1, Math.min(farthest, guess.applyAsInt(low))));
        }
        int high = answer().getAsInt();
        int middle = low + (high - low) / 2;
        int wanted = known.size() > GUESSES ? middle : guess.applyAsInt(low);
        return Math.max(low + 1, Math.min(high - 1, wanted));
    }
}
