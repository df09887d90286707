package dev.poolfit.units;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A part of a whole.
 *
 * @param fraction from 0 to 1, both included
 */
public record Share(double fraction) {
    private static final String BOUND = "a share from 0% to 100%, such as 0.5% or 0.8";
    private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(%?)");

    public Share {
        if (!(fraction >= 0 && fraction <= 1)) {
            throw new BadQuantity(BOUND, fraction);
        }
    }

    /**
     * Reads {@code 0.5%} or, without the sign, the fraction {@code 0.8}.
     *
     * @throws BadQuantity if the text has another form or lies outside 0 to 1
     */
    public static Share parse(String text) {
        var matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            throw new BadQuantity(BOUND, "\"" + text + "\"");
        }
        double number = Double.parseDouble(matcher.group(1));
        double fraction = matcher.group(2).isEmpty() ? number : number / 100;
        if (fraction > 1) {
            throw new BadQuantity(BOUND, text);
        }
        return new Share(fraction);
    }

    /** Returns the share in percent, such as {@code 0.5%}. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.2f", fraction * 100).replaceAll("\\.?0+$", "") + "%";
    }
}
