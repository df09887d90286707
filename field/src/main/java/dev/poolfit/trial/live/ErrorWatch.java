package dev.poolfit.trial.live;

import dev.poolfit.evidence.live.GuardBreak;
import dev.poolfit.limiter.BorrowCounts;
import java.util.Optional;

/** Watches whether more requests fail in a round than failed before. */
final class ErrorWatch {
    private static final int LEAST_REQUESTS = 50;
    /** It looks a hundred times in a round: chance alone seldom gives so many standard deviations more in any of them. */
    private static final double FAR = 4;

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
    }

    /** Begins a round; nothing is held against its size yet. */
    void round() {
        requests = 0;
        errors = 0;
    }

    /** Ends a round that broke nothing: what failed in it is usual. */
    void usual() {
        beforeRequests += requests;
        beforeErrors += errors;
        round();
    }

    /** Takes a reading while a size is tried; returns what broke. */
    Optional<GuardBreak> tried(BorrowCounts counts, int size) {
        double[] more = more(counts);
        requests += more[0];
        errors += more[1];
        if (requests < LEAST_REQUESTS || beforeRequests == 0) {
            return Optional.empty();
        }
        // One more of each keeps the error of a share above 0 where nothing has failed yet.
        double share = (beforeErrors + 1) / (beforeRequests + 1);
        double error = Math.sqrt(share * requests * (1 + requests / beforeRequests));
        double beyond = errors - share * requests;
        return beyond > allowed * requests + FAR * error
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
