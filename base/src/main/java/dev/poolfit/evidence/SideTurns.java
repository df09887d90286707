package dev.poolfit.evidence;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;

/**
 * The turns of one of two services under one load; turns of the same place in both lists belong to one block.
 *
 * @param turns in their order
 */
public record SideTurns(List<Turn> turns) {
    public SideTurns {
        turns = List.copyOf(turns);
    }

    /**
     * One turn, its beginning left out.
     *
     * @param rate good responses a second
     * @param good good responses
     * @param failed failed requests
     * @param latency response times in microseconds, by second
     * @param holdMs connection time for each good response in milliseconds, by Little's law; empty where the pool was not read
     * @param cpuMs CPU time of the service for each good response in milliseconds; empty where it was not read
     */
    public record Turn(
            double rate, long good, long failed, List<Histogram> latency, OptionalDouble holdMs, OptionalDouble cpuMs) {
        public Turn {
            latency = List.copyOf(latency);
            if (!(rate >= 0 && Double.isFinite(rate) && good >= 0 && failed >= 0)
                    || DoubleStream.of(holdMs.orElse(0), cpuMs.orElse(0))
                            .anyMatch(each -> !(each >= 0 && Double.isFinite(each)))) {
                throw new IllegalArgumentException("a turn's figures must be at least 0 and finite, but are " + rate
                        + ", " + good + ", " + failed + ", " + holdMs + " and " + cpuMs);
            }
        }

        /** Returns the mean response time in milliseconds; empty where nothing ended. */
        public OptionalDouble meanMs() {
            long count = latency.stream().mapToLong(Histogram::getTotalCount).sum();
            return count == 0
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(latency.stream()
                                    .filter(each -> each.getTotalCount() > 0)
                                    .mapToDouble(each -> each.getMean() * each.getTotalCount())
                                    .sum()
                            / count
                            / 1e3);
        }
    }
}
