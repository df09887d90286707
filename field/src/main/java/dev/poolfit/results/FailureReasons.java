package dev.poolfit.results;

import dev.poolfit.units.PlainText;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Counts the reasons of failed requests, as the load tool wrote them down. */
final class FailureReasons {
    /** The most reasons, for a tool may write another text for each request; further ones count together. */
    private static final int MOST = 100;

    private static final int NAMED = 3;
    private static final int LONGEST = 60;
    private static final String OTHERS = "other reasons";

    private final Map<String, Long> counts = new LinkedHashMap<>();

    /**
     * @param reason such as {@code status 500}
     */
    void add(String reason) {
        counts.merge(counts.size() < MOST || counts.containsKey(reason) ? reason : OTHERS, 1L, Long::sum);
    }

    /** Returns a status such as 500 in words; another text as it is. */
    static String status(String code) {
        return code.matches("\\d{3}") ? "status " + code : code.equals("0") ? "no answer" : code;
    }

    /** Returns the most frequent reasons first, such as {@code status 500: 1,320; Connection refused: 4}. */
    String text() {
        String text = counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                .limit(NAMED)
                .map(each -> named(each.getKey())
                        + (counts.size() == 1 ? "" : String.format(Locale.ROOT, ": %,d", each.getValue())))
                .collect(Collectors.joining("; "));
        return counts.size() > NAMED ? text + "; and others" : text;
    }

    private static String named(String reason) {
        return reason.isEmpty() ? "reason not written down" : PlainText.shortened(PlainText.line(reason), LONGEST);
    }
}
