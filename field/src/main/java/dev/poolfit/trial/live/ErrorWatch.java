package dev.poolfit.trial.live;

import dev.poolfit.evidence.live.GuardBreak;
import dev.poolfit.limiter.BorrowCounts;
import java.util.Optional;

/** Watches whether more requests fail while smaller sizes take turns than failed before. */
final class ErrorWatch {
    private static final int LEAST_REQUESTS = 50;
    /** Chance alone seldom gives so many standard deviations more. */
    private static final double FAR = 3;

    private final double allowed;
    private long before = -1;
    private long failedBefore = -1;
    private double beforeRequests;
    private double beforeErrors;
    private double requests;
    private double errors;

    /** @param allowed the share of requests that may fail beyond the share that failed before */
    ErrorWatch(double allowed) {
        this.allowed = allowed;
    }

    /** Begins with another service, or with the same one after a pause. */
    void begin() {
        before = -1;
        failedBefore = -1;
    }

    /** Takes a reading while no size is tried. */
    void calm(BorrowCounts counts) {
        double[] more = more(counts);
        beforeRequests += more[0];
        beforeErrors += more[1];
        requests = 0;
        errors = 0;
    }

    /** Takes a reading while a size is tried; returns what broke. */
    Optional<GuardBreak> tried(BorrowCounts counts, int size) {
        double[] more = more(counts);
        requests += more[0];
        errors += more[1];
        double share = beforeRequests == 0 ? 0 : beforeErrors / beforeRequests;
        double beyond = errors - share * requests;
        boolean breaks = requests >= LEAST_REQUESTS
                && beyond > allowed * requests + FAR * Math.sqrt(Math.max(1, share * requests));
        return breaks
                ? Optional.of(new GuardBreak(size, GuardBreak.Guard.ERRORS, beyond / requests, 0))
                : Optional.empty();
    }

    private double[] more(BorrowCounts counts) {
        double[] more = {0, 0};
        if (counts.requests() >= before && before >= 0 && counts.errors() >= failedBefore) {
            more[0] = counts.requests() - before;
            more[1] = counts.errors() - failedBefore;
        }
        before = counts.requests();
        failedBefore = counts.errors();
        return more;
    }
}
