package dev.poolfit.results;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds numbers of a printed report by patterns whose first group is the number. */
final class TextFigures {
    private static final Pattern GO_DURATION = Pattern.compile("([\\d.]+)(ns|us|µs|μs|ms|s|m|h)");

    private final String text;
    private final Complaints complaints;

    TextFigures(String text, Complaints complaints) {
        this.text = plain(text);
        this.complaints = complaints;
    }

    /** Removes the colours of a terminal. */
    static String plain(String text) {
        return text.replaceAll("\\u001B\\[[0-9;?]*[A-Za-z]", "").replace("\r\n", "\n");
    }

    String text() {
        return text;
    }

    /** Returns NaN where it is not there. */
    double optional(String pattern) {
        return group(pattern, 1);
    }

    /** Returns the number of a group, 0 for a dash, NaN where it is not there. */
    double group(String pattern, int group) {
        Matcher found = Pattern.compile(pattern).matcher(text);
        if (!found.find()) {
            return Double.NaN;
        }
        String number = found.group(group).replace(",", "");
        return number.equals("-") ? 0 : Domain.NOT_NEGATIVE.read(number).orElse(Double.NaN);
    }

    /** Returns a number above 0 that must be there; the field is its name for messages. */
    double required(String field, String pattern) {
        double value = optional(pattern);
        if (!(value > 0)) {
            missing(field);
        }
        return value;
    }

    void missing(String field) {
        complaints.add(0, field, "must be a number greater than 0, but is not there or 0; give the whole report");
    }

    /** Sums all groups of the first match; 0 where there is none. */
    double sum(String pattern) {
        double sum = 0;
        List<List<String>> found = all(pattern);
        if (!found.isEmpty()) {
            for (String each : found.get(0)) {
                sum += Domain.NOT_NEGATIVE.read(each).orElse(0);
            }
        }
        return sum;
    }

    /** Returns the groups of all matches; one that did not take part is null. */
    List<List<String>> all(String pattern) {
        var all = new ArrayList<List<String>>();
        Matcher found = Pattern.compile(pattern).matcher(text);
        while (found.find()) {
            var groups = new ArrayList<String>();
            for (int i = 1; i <= found.groupCount(); i++) {
                groups.add(found.group(i));
            }
            all.add(groups);
        }
        return all;
    }

    /** Returns the first group as it stands; empty where it is not there, and then it complains. */
    String string(String field, String pattern) {
        List<List<String>> found = all(pattern);
        if (found.isEmpty()) {
            missing(field);
            return "";
        }
        return found.get(0).get(0);
    }

    /** Returns a duration such as {@code 83.1ms} or {@code 1m2.5s} in milliseconds; it must be there. */
    double millis(String field, String pattern) {
        double value = optionalMillis(pattern);
        if (!(value > 0)) {
            missing(field);
        }
        return value;
    }

    /** Returns one of several durations in milliseconds; NaN where the index is none of theirs. */
    double millisOf(String field, String[] durations, int index) {
        if (index < 0 || index >= durations.length) {
            missing(field);
            return Double.NaN;
        }
        return millis(durations[index]).orElse(Double.NaN);
    }

    /** Returns a duration in milliseconds, NaN where it is not there. */
    double optionalMillis(String pattern) {
        Matcher found = Pattern.compile(pattern).matcher(text);
        return found.find() ? millis(found.group(1)).orElse(Double.NaN) : Double.NaN;
    }

    private static OptionalDouble millis(String duration) {
        Matcher part = GO_DURATION.matcher(duration);
        double millis = 0;
        int end = 0;
        while (part.find() && part.start() == end) {
            end = part.end();
            double factor = switch (part.group(2)) {
                case "ns" -> 1e-6;
                case "ms" -> 1;
                case "s" -> 1e3;
                case "m" -> 6e4;
                case "h" -> 3.6e6;
                default -> 1e-3;
            };
            millis += factor * Domain.NOT_NEGATIVE.read(part.group(1)).orElse(Double.NaN);
        }
        return end > 0 && end == duration.length() ? OptionalDouble.of(millis) : OptionalDouble.empty();
    }
}
