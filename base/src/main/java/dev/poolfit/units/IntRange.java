package dev.poolfit.units;

import java.util.regex.Pattern;

/**
 * Whole numbers from {@code low} to {@code high}, both included.
 *
 * @param low at least 0
 * @param high at least {@code low}
 */
public record IntRange(int low, int high) {
    private static final String BOUND = "a range such as 2..100 of whole numbers, the lower one first";
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})(?:\\s*\\.\\.\\s*(\\d{1,9}))?");

    public IntRange {
        if (low < 0 || high < low) {
            throw new BadQuantity(BOUND, low + ".." + high);
        }
    }

    /**
     * Reads {@code 2..100}, or {@code 7} as {@code 7..7}.
     *
     * @throws BadQuantity if the text has another form or is upside down
     */
    public static IntRange parse(String text) {
        var matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            throw new BadQuantity(BOUND, "\"" + text + "\"");
        }
        int low = Integer.parseInt(matcher.group(1));
        return new IntRange(low, matcher.group(2) == null ? low : Integer.parseInt(matcher.group(2)));
    }

    public boolean contains(int value) {
        return low <= value && value <= high;
    }

    /** Returns the nearest number within the range. */
    public int clamp(double value) {
        return (int) Math.max(low, Math.min(high, value));
    }

    @Override
    public String toString() {
        return low == high ? "" + low : low + ".." + high;
    }
}
