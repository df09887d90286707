package dev.poolfit.results;

import java.time.DateTimeException;
import java.time.LocalDate;

/** Reads time stamps as load tools write them, in seconds since 1970; NaN for what is none. */
final class Instants {
    private static final int DATE_AND_TIME = "2026-08-14 03:00:01".length();

    private Instants() {}

    /**
     * Reads whole seconds, milli-, micro- or nanoseconds, distinguished by their size; or date and time as in RFC 3339,
     * with any sign between the parts of the date and between date and time, such as {@code 2026/08/14 03:00:01.250}.
     * Without a zone it counts as UTC, since only differences matter.
     */
    static double sinceEpoch(String text) {
        if (text.length() >= DATE_AND_TIME && !digit(text.charAt(4))) {
            try {
                return dateAndTime(text);
            } catch (DateTimeException | NumberFormatException malformed) {
                return Double.NaN;
            }
        }
        double number = Domain.INSTANT.read(text).orElse(Double.NaN);
        double unit = number < 1e11 ? 1 : number < 1e14 ? 1e3 : number < 1e17 ? 1e6 : 1e9;
        return number / unit;
    }

    private static double dateAndTime(String text) {
        long day = LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10))
                .toEpochDay();
        int hour = number(text, 11, 13);
        int minute = number(text, 14, 16);
        int second = number(text, 17, 19);
        boolean clock = hour < 24 && minute < 60 && second < 61 && text.charAt(13) == ':' && text.charAt(16) == ':';
        if (!clock) {
            return Double.NaN;
        }
        int end = DATE_AND_TIME;
        double fraction = 0;
        if (end < text.length() && (text.charAt(end) == '.' || text.charAt(end) == ',')) {
            int from = ++end;
            while (end < text.length() && digit(text.charAt(end))) {
                end++;
            }
            fraction = Double.parseDouble("0." + text.substring(from, end));
        }
        return day * 86_400.0 + hour * 3_600 + minute * 60 + second + fraction - offset(text.substring(end));
    }

    /** Returns the seconds that a zone such as {@code +09:00} is ahead of UTC. */
    private static double offset(String zone) {
        if (zone.isEmpty() || zone.equals("Z")) {
            return 0;
        }
        boolean known = zone.length() == 6 && zone.charAt(3) == ':' && "+-".indexOf(zone.charAt(0)) >= 0;
        int seconds = known ? number(zone, 1, 3) * 3_600 + number(zone, 4, 6) * 60 : 0;
        return !known ? Double.NaN : zone.charAt(0) == '-' ? -seconds : seconds;
    }

    private static int number(String text, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            if (!digit(text.charAt(i))) {
                throw new NumberFormatException("no digit at " + i);
            }
            number = 10 * number + text.charAt(i) - '0';
        }
        return number;
    }

    private static boolean digit(char c) {
        return '0' <= c && c <= '9';
    }
}
