package dev.poolfit.model.fit;

import dev.poolfit.model.Limits;
import dev.poolfit.units.BadQuantity;
import dev.poolfit.units.Message;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * Measurements made ready for the fit.
 *
 * @param rows the fitted rows; at least one, save of trials none of which is valid
 * @param left the unused rows, because there are too many; evenly spread between the others
 * @param notes the assumptions, in whole sentences
 */
record Rows(List<Row> rows, List<Row> left, List<Message> notes) {
    /** The most states; with more the solver, whose time goes with the product, would take minutes. */
    private static final long MOST_STATES = 500_000;

    /**
     * Checks these limits.
     *
     * @throws BadQuantity if they are too large to be solved
     */
    static Limits within(Limits limits, OptionalInt users, String where) {
        long busy = Math.min(limits.threads(), users.orElse(Integer.MAX_VALUE));
        if (busy * Math.min(limits.pool(), busy) > MOST_STATES) {
            throw new BadQuantity(
                    String.format(
                            Locale.ROOT,
                            "at most %,d in pool × threads (of each no more counts than there are users)",
                            MOST_STATES),
                    String.format(Locale.ROOT, "%,d × %,d%s", limits.pool(), limits.threads(), where));
        }
        return limits;
    }

    /** Returns the think time, in seconds, that no user can exceed; 0 where it is known. */
    double longestThink(int requestsPerCount) {
        return rows.stream()
                .filter(Row::wantsThink)
                .mapToDouble(row -> row.users().orElseThrow() / (row.rate() * requestsPerCount))
                .min()
                .orElse(0);
    }

    /** Returns a first guess of the hold time, in seconds: every connection is busy at the row where that gives least. */
    double hold(int requestsPerCount) {
        return rows.stream()
                .mapToDouble(
                        row -> Math.min(row.limits().pool(), row.limits().threads()) / (row.rate() * requestsPerCount))
                .min()
                .orElseThrow();
    }
}
