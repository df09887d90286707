package dev.poolfit.verdict.reason;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Settings;

/** A reason against a larger setting. */
public sealed interface NotLarger extends Reason {
    /** The rate of a larger setting beside that of the answer. */
    enum Difference {
        LESS,
        NOT_SIGNIFICANT,
        MORE_WITHIN_LIMIT,
        MORE_THAN_ASKED
    }

    record Gave(Settings larger, Interval throughput, Difference difference) implements NotLarger {}

    /** @param less whether that is significant */
    record GaveOfTheBest(Settings larger, Interval ratio, boolean less) implements NotLarger {}

    /**
     * Requests seldom wait for a connection.
     *
     * @param waiting requests in the mean
     * @param inProgress requests in the mean, those that wait included
     * @param most by what share a larger pool can give more
     */
    record FewWait(Settings chosen, double waiting, double inProgress, double most) implements NotLarger {}
}
