package dev.poolfit.database;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Keeps statements that were seen while they ran, with their values, which are shown nowhere and asked of the same database alone. */
final class RunningStatements {
    /** One that was seen once may be any; those that take the database's time are seen again. */
    private static final int SEEN = 2;

    private static final int MOST = 200;
    private static final int LONGEST = 20_000;

    private final Map<StatementKey, Seen> all = new HashMap<>();

    private static final class Seen {
        String text = "";
        int looks;
    }

    /** Adds the queries that run at one look. */
    void add(List<String> texts) {
        for (String text : texts) {
            String verb = text.stripLeading().toLowerCase(Locale.ROOT);
            if (!verb.startsWith("select") || text.length() > LONGEST) {
                continue;
            }
            StatementKey key = StatementKey.of(text);
            if (all.containsKey(key) || all.size() < MOST) {
                Seen seen = all.computeIfAbsent(key, first -> new Seen());
                seen.text = text;
                seen.looks++;
            }
        }
    }

    /** Returns those that were seen most often. */
    List<String> most(int count) {
        return all.values().stream()
                .filter(each -> each.looks >= SEEN)
                .sorted(Comparator.comparingInt((Seen each) -> each.looks)
                        .reversed()
                        .thenComparing(each -> each.text))
                .limit(count)
                .map(each -> each.text)
                .toList();
    }
}
