package dev.poolfit.units;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Requests a second.
 *
 * @param perSecond greater than 0 and at most 1e9
 */
public record Rate(double perSecond) implements Comparable<Rate> {
    private static final String BOUND = "a rate such as 150/s or 9000/min, greater than 0";
    private static final double MOST = 1e9;
    private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*/\\s*(s|sec|second|m|min|minute)");

    public Rate {
        if (!(perSecond > 0)) {
            throw new BadQuantity(BOUND, perSecond + "/s");
        }
        if (perSecond > MOST) {
            throw new BadQuantity("a rate of at most 1000000000/s", perSecond + "/s");
        }
    }

    /**
     * Reads {@code 150/s} or {@code 9000/min}.
     *
     * @throws BadQuantity if the text has another form or the rate is not greater than 0
     */
    public static Rate parse(String text) {
        var matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            throw new BadQuantity(BOUND, "\"" + text + "\"");
        }
        double number = Double.parseDouble(matcher.group(1));
        return new Rate(matcher.group(2).startsWith("m") ? number / 60 : number);
    }

    @Override
    public int compareTo(Rate other) {
        return Double.compare(perSecond, other.perSecond);
    }

    /** Returns the rate as it is written in an experiment, such as {@code 150/s}. */
    @Override
    public String toString() {
        return perSecond == Math.rint(perSecond)
                ? String.format(Locale.ROOT, "%.0f/s", perSecond)
                : String.format(Locale.ROOT, "%.1f/s", perSecond);
    }
}
