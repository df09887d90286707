package dev.poolfit.units;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Durations as people write them: {@code 50ms}, {@code 1.5s}, {@code 5m}, {@code 4m 45s}, {@code 1h}. */
public final class Durations {
    private static final String BOUND = "a duration with its unit, such as 50ms, 3s, 5m or 1h";
    private static final Pattern FORM = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,6})?)\\s*(us|ms|s|m|min|h|d)");
    private static final Pattern PARTS =
            Pattern.compile("(?=\\d)(?:(\\d{1,6})h ?)?(?:(\\d{1,6})m(?: ?(?=\\d)|$))?(?:(\\d{1,6})s)?");

    private static final long DAY = 86_400;
    private static final long MANY_DAYS = 2 * DAY;

    private Durations() {}

    /**
     * Reads a duration that is zero or positive, with its unit.
     *
     * @throws BadQuantity if the unit is missing or unknown, or the text has another form
     */
    public static Duration parse(String text) {
        var parts = PARTS.matcher(text.strip());
        if (parts.matches()) {
            return Duration.ofHours(whole(parts.group(1)))
                    .plusMinutes(whole(parts.group(2)))
                    .plusSeconds(whole(parts.group(3)));
        }
        var matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            throw new BadQuantity(BOUND, "\"" + text + "\"");
        }
        double nanos = switch (matcher.group(2)) {
            case "us" -> 1e3;
            case "ms" -> 1e6;
            case "s" -> 1e9;
            case "m", "min" -> 60e9;
            case "h" -> 3600e9;
            default -> 86_400e9;
        };
        return Duration.ofNanos(Math.round(Double.parseDouble(matcher.group(1)) * nanos));
    }

    private static long whole(@Nullable String part) {
        return part == null ? 0 : Long.parseLong(part);
    }

    /** Writes a duration in its largest fitting unit: {@code 50ms}, {@code 3s}, {@code 2m 5s}. */
    public static String format(Duration duration) {
        long nanos = duration.toNanos();
        if (nanos < 0) {
            return "-" + format(duration.negated());
        }
        if (nanos < 1_000_000) {
            return nanos == 0 ? "0s" : trimmed(nanos / 1e3) + "us";
        }
        if (nanos < 1_000_000_000) {
            return trimmed(nanos / 1e6) + "ms";
        }
        if (nanos < 60_000_000_000L) {
            return trimmed(nanos / 1e9) + "s";
        }
        long seconds = Math.round(nanos / 1e9);
        if (seconds >= MANY_DAYS && seconds % DAY == 0) {
            return seconds / DAY + "d";
        }
        String minutes = seconds < 3600 ? seconds / 60 + "m" : seconds / 3600 + "h " + seconds / 60 % 60 + "m";
        return seconds % 60 == 0 ? minutes : minutes + " " + seconds % 60 + "s";
    }

    /** Returns the duration in seconds, with fractions. */
    public static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    /** @param seconds with fractions, which are rounded to nanoseconds */
    public static Duration ofSeconds(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }

    private static String trimmed(double value) {
        String text = String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.1f", value);
        return text.replaceAll("\\.?0+$", "");
    }
}
