package dev.poolfit.results;

import dev.poolfit.evidence.Observation;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Makes one observation of all rows that measured the same settings under the same load. */
final class Merger {
    /** The most settings; each takes half a kilobyte, and a model looks at a few of them. */
    static final int MOST = 100_000;

    private static final int LINES_NAMED = 5;

    /** The figures that were measured; NaN is unknown. */
    record Measured(double throughput, double meanMs, double p99Ms, double errorsPerSecond) {}

    /** The settings and the load that they were measured under; NaN is unknown. */
    record Setup(double pool, double threads, double connectionTimeoutMs, double users, double thinkSeconds) {
        private static final long PRIME = 0x9E37_79B9_7F4A_7C15L;

        Settings settings() {
            return known(Knob.POOL, pool)
                    .with(known(Knob.THREADS, threads))
                    .with(known(Knob.CONNECTION_TIMEOUT, connectionTimeoutMs));
        }

        private static Settings known(Knob knob, double number) {
            return Double.isNaN(number) ? Settings.NONE : Settings.ofNumber(knob, (long) number);
        }

        /** Scatters, for a record's own hash would put small whole numbers into few buckets. */
        @Override
        public int hashCode() {
            long hash = 0;
            for (double each : new double[] {pool, threads, connectionTimeoutMs, users, thinkSeconds}) {
                hash = (hash ^ (Double.doubleToLongBits(each) >>> 20)) * PRIME;
                hash ^= hash >>> 29;
            }
            return Long.hashCode(hash);
        }
    }

    private static final class Group {
        private final Mean throughput = new Mean();
        private final Mean meanMs = new Mean();
        private final Mean p99Ms = new Mean();
        private final Mean errors = new Mean();
        private final List<Long> lines = new ArrayList<>();
        private int rows;

        void add(long line, Measured measured) {
            throughput.add(measured.throughput());
            meanMs.add(measured.meanMs());
            p99Ms.add(measured.p99Ms());
            errors.add(measured.errorsPerSecond());
            rows++;
            if (lines.size() < LINES_NAMED) {
                lines.add(line);
            }
        }

        String origin() {
            String named = lines.stream().map(line -> "" + line).collect(Collectors.joining(", "));
            int more = rows - lines.size();
            return (rows == 1 ? "line " : "lines ")
                    + named
                    + (more == 0 ? "" : String.format(Locale.ROOT, " and %,d more", more));
        }

        Observation observation(Setup setup) {
            return new Observation(
                    setup.settings(),
                    known(setup.users()),
                    known(setup.thinkSeconds()),
                    throughput.value(),
                    meanMs.value(),
                    p99Ms.value(),
                    errors.value(),
                    Map.of(),
                    rows,
                    throughput.deviation(),
                    origin());
        }
    }

    private final Map<Setup, Group> groups = new LinkedHashMap<>();

    /** @return whether it was added; not where it would be one more than so many different settings */
    boolean add(long line, Setup setup, Measured measured) {
        if (groups.size() == MOST && !groups.containsKey(setup)) {
            return false;
        }
        groups.computeIfAbsent(setup, any -> new Group()).add(line, measured);
        return true;
    }

    /** Returns them in the order in which their settings came first. */
    List<Observation> observations() {
        return groups.entrySet().stream()
                .map(entry -> entry.getValue().observation(entry.getKey()))
                .toList();
    }

    private static OptionalDouble known(double value) {
        return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
}
