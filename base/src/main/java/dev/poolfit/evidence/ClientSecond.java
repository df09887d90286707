package dev.poolfit.evidence;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * One second as the load generator saw it.
 *
 * @param second whole seconds since the load started, from 0
 * @param users users at the end of the second; for open load the requests in flight
 * @param good responses with the expected status
 * @param failures requests that failed in this second, counted by cause such as {@code status 500} or {@code timeout}
 * @param latency response times in microseconds of all requests that ended in this second, failed ones included; for open load
 *     from the intended start
 * @param due requests that were to start in this second
 * @param late the number of those that started more than 10 ms after they were due, because the generator itself was busy
 * @param cpu cores that the generator's event loop used, 0 to 1; for k6 and JMeter the share of this machine's cores that their
 *     processes used
 * @param collecting milliseconds of garbage collection in the generator's process
 * @param tenths good responses of each tenth of this second, ten of them; empty where the generator does not tell
 * @param requests the same by kind of request; empty where there is one kind alone, or where the generator does not tell
 */
public record ClientSecond(
        int second,
        double users,
        long good,
        Map<String, Long> failures,
        Histogram latency,
        long due,
        long late,
        double cpu,
        double collecting,
        List<Integer> tenths,
        List<RequestSecond> requests) {
    /** Parts of a second that are counted for themselves. */
    public static final int TENTHS = 10;

    public ClientSecond {
        failures = Map.copyOf(failures);
        tenths = List.copyOf(tenths);
        requests = List.copyOf(requests);
        if (!tenths.isEmpty() && tenths.size() != TENTHS) {
            throw new IllegalArgumentException("tenths must be " + TENTHS + " or none, but are " + tenths.size());
        }
    }

    /** The second of a generator that does not tell requests apart. */
    public ClientSecond(
            int second,
            double users,
            long good,
            Map<String, Long> failures,
            Histogram latency,
            long due,
            long late,
            double cpu,
            double collecting,
            List<Integer> tenths) {
        this(second, users, good, failures, latency, due, late, cpu, collecting, tenths, List.of());
    }

    /** The second of a generator that does not count tenths of a second either. */
    public ClientSecond(
            int second,
            double users,
            long good,
            Map<String, Long> failures,
            Histogram latency,
            long due,
            long late,
            double cpu,
            double collecting) {
        this(second, users, good, failures, latency, due, late, cpu, collecting, List.of());
    }

    /** Returns this second without its failures, where they cannot be told of one setting among others. */
    public ClientSecond withoutFailures() {
        return new ClientSecond(second, users, good, Map.of(), latency, due, late, cpu, collecting, tenths, requests);
    }

    public long failed() {
        return failures.values().stream().mapToLong(Long::longValue).sum();
    }
}
