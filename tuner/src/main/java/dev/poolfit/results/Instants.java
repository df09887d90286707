package dev.poolfit.results;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;

/** Time stamps as load tools write them, in seconds; NaN for what is none. */
final class Instants {
    private static final DateTimeFormatter SPACED = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    private Instants() {}

    /** Since 1970, from whole seconds, milli-, micro- or nanoseconds, told apart by their size, or RFC 3339. */
    static double sinceEpoch(String text) {
        if (text.contains("T")) {
            try {
                var time = OffsetDateTime.parse(text);
                return time.toEpochSecond() + time.getNano() / 1e9;
            } catch (DateTimeException malformed) {
                return Double.NaN;
            }
        }
        double number = Domain.INSTANT.read(text).orElse(Double.NaN);
        double unit = number < 1e11 ? 1 : number < 1e14 ? 1e3 : number < 1e17 ? 1e6 : 1e9;
        return number / unit;
    }

    /** Within some time zone, from {@code 2026-08-14 03:00:01}. */
    static double local(String text) {
        try {
            return LocalDateTime.parse(text, SPACED).toEpochSecond(java.time.ZoneOffset.UTC);
        } catch (DateTimeException malformed) {
            return Double.NaN;
        }
    }
}
