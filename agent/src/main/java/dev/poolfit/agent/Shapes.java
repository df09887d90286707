package dev.poolfit.agent;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Numbers the shapes of statements; those beyond the room there is share one number. */
final class Shapes {
    /** Statements that differ and are sent at once. */
    static final String BATCH = "(batch)";

    private static final String OTHERS = "(other statements)";
    private static final int MOST_KNOWN = 4_096;
    private static final int MOST_SHAPES = 2_000;
    /** The longest text that is kept, in characters. */
    private static final int LONGEST_KNOWN = 2_000;

    private final Names names;
    private final Map<String, Integer> known = new ConcurrentHashMap<>();
    private final Set<String> distinct = ConcurrentHashMap.newKeySet();

    Shapes(Names names) {
        this.names = names;
    }

    int batch() {
        return names.number(BATCH);
    }

    int number(String sql, SqlDialect dialect) {
        if (sql.equals(BATCH)) {
            return batch();
        }
        boolean kept = sql.length() <= LONGEST_KNOWN;
        Integer before = kept ? known.get(sql) : null;
        if (before != null) {
            return before;
        }
        String text = Sql.shape(sql, dialect);
        if (distinct.size() < MOST_SHAPES) {
            distinct.add(text);
        }
        int number = names.number(distinct.contains(text) ? text : OTHERS);
        if (kept && known.size() < MOST_KNOWN) {
            known.put(sql, number);
        }
        return number;
    }
}
