package dev.poolfit.report;

import dev.poolfit.evidence.Interval;
import dev.poolfit.units.Quantity;
import java.util.Locale;

/** Figures as people read them, the same in every locale: {@code 158.3/s}, {@code 702 ms}, {@code 0.16 %}. */
public final class Figures {
    private static final long DAY = 86_400;

    private final Language language;

    /** @param language the language of what stands in the place of a figure that is not known, and for lengths of time */
    public Figures(Language language) {
        this.language = language;
    }

    /** Returns a message's figure; with its interval, if it has one, to as many decimals: {@code 158.3/s (155.1–161.4)}. */
    String quantity(Quantity quantity) {
        double value = quantity.value();
        String text = switch (quantity.kind()) {
            case RATE -> rate(value);
            case ABOUT_RATE -> about(value) + "/s";
            case TIME -> millis(value);
            case SHARE -> quantity.interval().isPresent() ? number(100 * value) + " %" : percent(value);
            case ABOUT_SHARE -> (quantity.interval().isPresent() ? number(100 * value) : about(100 * value)) + " %";
            case ABOUT_COUNT -> about(value);
            case CORES -> trimmed(decimals(value, value < 2 ? 2 : 1));
        };
        return quantity.interval()
                .map(ends -> text + " (" + ends(quantity.kind(), new Interval(value, ends.low(), ends.high())) + ")")
                .orElse(text);
    }

    private String ends(Quantity.Kind kind, Interval interval) {
        return switch (kind) {
            case TIME -> millis(interval.low()) + "–" + millis(interval.high());
            case SHARE, ABOUT_SHARE ->
                bounds(new Interval(100 * interval.mean(), 100 * interval.low(), 100 * interval.high())) + " %";
            default -> range(interval);
        };
    }

    /** Writes two digits, or all before the point: {@code 0.16}, {@code 1.6}, {@code 91}, {@code 310,000}. */
    private static String about(double value) {
        if (value > 0 && value < 0.95) {
            return String.format(Locale.ROOT, "%.2g", value);
        }
        return value < 9.95 ? trimmed(decimals(value, 1)) : decimals(value, 0);
    }

    /** Writes a rate, such as {@code 158.3/s}. */
    public String rate(double perSecond) {
        return number(perSecond) + "/s";
    }

    /** Writes three to four significant digits: {@code 8.31}, {@code 158.3}, {@code 1,054}. */
    public String number(double value) {
        return scaled(value, value);
    }

    /** Returns the bounds of a rate with as many decimals as the estimate: {@code 155.1–161.4}; none that reach down to nothing. */
    public String range(Interval interval) {
        boolean telling = interval.mean() <= 0 || interval.low() > 0;
        return telling ? bounds(interval) : language.text("figure.no-interval");
    }

    /** Returns the bounds of any figure. */
    public String bounds(Interval interval) {
        return bounded(interval)
                ? scaled(interval.low(), interval.mean()) + "–" + scaled(interval.high(), interval.mean())
                : language.text("figure.no-interval");
    }

    /** Returns whether both bounds are known. */
    public static boolean bounded(Interval interval) {
        return Double.isFinite(interval.low()) && Double.isFinite(interval.high());
    }

    /** Returns a time in its fitting unit: {@code 4.5 ms}, {@code 702 ms}, {@code 1.39 s}. */
    public String millis(double millis) {
        if (!Double.isFinite(millis)) {
            return language.text("figure.unknown");
        }
        if (millis < 9.95) {
            return decimals(millis, 1) + " ms";
        }
        if (millis < 999.5) {
            return decimals(millis, 0) + " ms";
        }
        return decimals(millis / 1000, millis < 9_995 ? 2 : 1) + " s";
    }

    /** Returns a wait, with a hundredth of a millisecond where it is short: {@code 0 ms}, {@code 0.12 ms}, {@code 4.5 ms}. */
    public String waited(double millis) {
        if (millis == 0) {
            return "0 ms";
        }
        return millis < 1 ? decimals(millis, 2) + " ms" : millis(millis);
    }

    /** Returns a part of a whole: {@code 0 %}, {@code 0.16 %}, {@code 12.5 %}. */
    public String percent(double share) {
        double percent = share * 100;
        if (!Double.isFinite(percent)) {
            return language.text("figure.unknown");
        }
        if (percent > 0 && percent < 0.005) {
            return "<0.01 %";
        }
        return trimmed(decimals(percent, percent < 10 ? 2 : 1)) + " %";
    }

    /** Returns a difference as a share: {@code +3.1 %}, {@code −0.4 %}, {@code 0.0 %}. */
    static String change(double share) {
        String size = decimals(Math.abs(share) * 100, 1);
        return (size.equals("0.0") ? "" : share < 0 ? "−" : "+") + size + " %";
    }

    /** Writes a multiple: {@code ×3.8}, {@code ×1.11}. */
    public static String times(double ratio) {
        return "×" + decimals(ratio, ratio < 1.95 ? 2 : ratio < 19.5 ? 1 : 0);
    }

    /** Writes any figure without needless decimals, such as those of a finding. */
    String plain(double value) {
        if (!Double.isFinite(value)) {
            return language.text("figure.unknown");
        }
        if (Math.abs(value) >= 1000 || value == Math.rint(value)) {
            return decimals(value, 0);
        }
        return trimmed(decimals(value, Math.abs(value) < 0.1 ? 4 : Math.abs(value) < 10 ? 2 : 1));
    }

    /** Returns a length in seconds as minutes and seconds: {@code 42 s}, {@code 4 min 5 s}, {@code 1 h 12 min},
     * {@code 14 days}. */
    public String length(double seconds) {
        long whole = Math.round(seconds);
        if (whole < 60) {
            return language.text("length.seconds", whole);
        }
        if (whole < 3600) {
            return whole % 60 == 0
                    ? language.text("length.minutes", whole / 60)
                    : language.text("length.minutes-seconds", whole / 60, whole % 60);
        }
        if (whole >= 2 * DAY && whole % DAY == 0) {
            return language.text("length.days", whole / DAY);
        }
        return whole / 60 % 60 == 0
                ? language.text("length.hours", whole / 3600)
                : language.text("length.hours-minutes", whole / 3600, whole / 60 % 60);
    }

    private String scaled(double value, double scale) {
        if (!Double.isFinite(value)) {
            return language.text("figure.unknown");
        }
        double size = Math.abs(scale);
        return decimals(value, size < 9.995 ? 2 : size < 999.95 ? 1 : 0);
    }

    private static String decimals(double value, int decimals) {
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }

    private static String trimmed(String text) {
        return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
    }
}
