package dev.poolfit.trial.live;

import dev.poolfit.evidence.live.GuardBreak;
import dev.poolfit.evidence.live.Served;
import dev.poolfit.limiter.BorrowCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Watches whether more requests fail in a round than failed before. Requests that fail often fail together (conflicts, a slow
 * neighbour), so the error of a share is taken from how the share varied from second to second, as in quasi-Poisson regression (McCullagh
 * and Nelder 1989).
 */
final class ErrorWatch {
    private static final int LEAST_REQUESTS = 50;
    /** It looks a hundred times in a round: chance alone seldom gives so many standard deviations more in any of them. */
    private static final double FAR = 4;
    /** Seconds without bursts that count beside those that were seen. */
    private static final double FEW = 30;
    /** The most by which bursts widen the guard: it is not to go blind. */
    private static final double MOST = 10;
    /** Of five a second. */
    private static final int READINGS = 5;

    private final double allowed;
    private long before = -1;
    private long failedBefore = -1;
    // Of the seconds in which nothing broke.
    private int seconds;
    private double beforeRequests;
    private double beforeErrors;
    /** The sum of errors² ÷ requests. */
    private double squares;

    /** Of the round, by seconds; the last may be going on. */
    private final List<double[]> round = new ArrayList<>();

    private int readings;
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
        round();
    }

    /** Takes a reading of which nothing is asked. */
    void calm(BorrowCounts counts) {
        add(counts);
    }

    /** Begins a round; nothing is held against its size yet. */
    void round() {
        round.clear();
        readings = 0;
        requests = 0;
        errors = 0;
    }

    /** Ends readings in which nothing broke: what failed in them is usual. */
    void usual() {
        for (double[] second : round) {
            if (second[0] > 0) {
                seconds++;
                squares += second[1] * second[1] / second[0];
            }
        }
        beforeRequests += requests;
        beforeErrors += errors;
        round();
    }

    /** Takes a reading while a size is tried; returns what broke. */
    Optional<GuardBreak> tried(BorrowCounts counts, int size) {
        add(counts);
        if (requests < LEAST_REQUESTS || beforeRequests == 0) {
            return Optional.empty();
        }
        double share = share();
        double error = Math.sqrt(dispersion() * share * requests * (1 + requests / beforeRequests));
        double beyond = errors - share * requests;
        return beyond > allowed * requests + FAR * error
                ? Optional.of(new GuardBreak(size, GuardBreak.Guard.ERRORS, beyond / requests, 0))
                : Optional.empty();
    }

    /** Returns what was answered in the round; empty where the service does not tell. */
    Optional<Served> served() {
        return before < 0 ? Optional.empty() : Optional.of(new Served(requests, errors));
    }

    /** Returns the share that failed before; one more of each keeps it above 0 where nothing has failed yet. */
    private double share() {
        return (beforeErrors + 1) / (beforeRequests + 1);
    }

    /** Returns how many times the variance of the requests that fail in a second is that of independent ones; 1 to {@value #MOST}. */
    private double dispersion() {
        double chiSquare = squares / share() - 2 * beforeErrors + share() * beforeRequests;
        double seen = Math.max(1, chiSquare / Math.max(1, seconds - 1));
        return Math.min(MOST, (seconds * seen + FEW) / (seconds + FEW));
    }

    private void add(BorrowCounts counts) {
        double[] more = more(counts);
        if (readings++ % READINGS == 0) {
            round.add(new double[2]);
        }
        double[] second = round.get(round.size() - 1);
        second[0] += more[0];
        second[1] += more[1];
        requests += more[0];
        errors += more[1];
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
