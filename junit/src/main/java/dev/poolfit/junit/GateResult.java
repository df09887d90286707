package dev.poolfit.junit;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/**
 * Says what a gate found.
 *
 * @param verdict on all bounds together
 * @param checks each bound with its figures, the comparison with the base first
 * @param ratios the candidate's figures as a multiple of the base's; those that were not measured are missing
 * @param neededPool the connections that the base's throughput takes with each build; empty where the pool was not read
 */
public record GateResult(
        Verdict verdict, List<Check> checks, Map<Figure, Interval> ratios, Optional<NeededPool> neededPool) {
    public GateResult {
        checks = List.copyOf(checks);
        ratios = Map.copyOf(ratios);
    }

    /** Says whether a bound is kept: shown to be, shown not to be, or neither. */
    public enum Verdict {
        PASS,
        FAIL,
        INCONCLUSIVE
    }

    /** Names what is compared. */
    public enum Figure {
        /** Good responses a second. */
        THROUGHPUT,
        /** Mean response time. */
        RESPONSE,
        /** Connection time a request. */
        HOLD,
        /** CPU time of the service a request. */
        CPU
    }

    /**
     * One bound.
     *
     * @param name such as {@code throughput}, {@code goal-p99} or {@code errors}
     * @param sentence the figures, with their intervals
     */
    public record Check(String name, Verdict verdict, String sentence) {}

    /** A mean with its 95 % interval; 1 is as much as the base. */
    public record Interval(double mean, double low, double high) {}

    /**
     * Connections that the base's throughput takes, by Little's law.
     *
     * @param base at least 1
     * @param candidate at least 1
     * @param differ whether a difference of the connection time was shown
     */
    public record NeededPool(int base, int candidate, boolean differ) {}

    /** Says what to do where the interval holds the line. */
    public enum Inconclusive {
        /** The test is aborted, as by an assumption. */
        ABORT,
        FAIL,
        PASS
    }

    /**
     * Passes as a test does.
     *
     * @throws AssertionFailedError if the candidate is worse, or if that is not certain and such a test is to fail
     * @throws TestAbortedException if it is not certain and such a test is to be aborted
     */
    public void require(Inconclusive otherwise) {
        if (verdict == Verdict.FAIL || (verdict == Verdict.INCONCLUSIVE && otherwise == Inconclusive.FAIL)) {
            throw new AssertionFailedError(toString());
        }
        if (verdict == Verdict.INCONCLUSIVE && otherwise == Inconclusive.ABORT) {
            throw new TestAbortedException(toString());
        }
    }

    /** Returns it for a reader. */
    @Override
    public String toString() {
        String pools = neededPool
                .map(each -> "\n  Connections for the base's throughput: " + each.base() + " with the base, "
                        + each.candidate() + " with the candidate.")
                .orElse("");
        return checks.stream()
                .map(each -> "\n  " + each.name() + ": " + each.verdict().name().toLowerCase(Locale.ROOT) + ". "
                        + each.sentence())
                .collect(Collectors.joining("", "The gate's verdict is " + verdict + ":", pools));
    }
}
