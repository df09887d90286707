package dev.poolfit.model.fit;

import dev.poolfit.evidence.Observation;
import dev.poolfit.model.Limits;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Tells requests that failed although the service worked for them, such as those answered by status 500: they hold user, worker
 * thread and connection as good ones do. The others waited for a connection until the timeout, which the model knows.
 */
final class AnsweredFailures {
    /** Requests that wait for the whole timeout τ make up this much of the mean response time at least, of share × τ. */
    private static final double ALL = 0.9;
    /** A smaller share is not worth a sentence. */
    private static final double WORTH_TELLING = 0.005;

    private AnsweredFailures() {}

    /**
     * Counts the failed requests a second that were answered: none where all of them may have waited for a connection until the
     * timeout, that is where there are more users or threads than connections, and the mean response time is at least
     * {@link #ALL} of share × timeout.
     */
    static double of(Observation row, Limits limits, int users) {
        double failed = row.errorsPerSecond().orElse(0);
        boolean waits = Math.min(users, limits.threads()) > limits.pool();
        if (failed == 0 || !waits) {
            return failed;
        }
        double share = failed / (failed + row.throughput().orElse(0));
        OptionalDouble mean = row.meanMs();
        return mean.isPresent() && mean.getAsDouble() / 1000 < ALL * share * limits.timeoutSeconds() ? failed : 0;
    }

    /** Returns the share of those that failed among all requests that the service worked for: 0 to 1. */
    static double share(Collection<Row> rows) {
        double all = rows.stream().mapToDouble(Row::rate).sum();
        return rows.stream().mapToDouble(Row::failedAnswers).sum() / all;
    }

    /** Returns the assumption on them, in a sentence; empty where there are hardly any. */
    static Optional<Message> note(Collection<Row> rows) {
        double share = share(rows);
        return share < WORTH_TELLING
                ? Optional.empty()
                : Optional.of(Message.of("rows.failed-answers", Quantity.aboutShare(share)));
    }
}
