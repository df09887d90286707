package dev.poolfit.load.tool;

import dev.poolfit.evidence.ClientSecond;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Sorts the raw points of all processes of a load into seconds, so that percentiles are those of all requests together.
 * The first second begins when the last process has begun to put load.
 */
final class ToolSeconds {
    private static final long HIGHEST_MICROS = 600_000_000;
    private static final int DIGITS = 3;
    /** The furthest that a clock of this machine is off, in ms; any other belongs to another machine. */
    private static final long FURTHEST_CLOCK = 2_000;
    /** The latest that points are read where the machine is busy, in ms; beyond, the tool's clock was set back. */
    private static final long LATEST = 60_000;

    private final Source[] sources;
    private final Consumer<ClientSecond> receiver;
    private final LongSupplier clock;
    private final Map<Integer, Part> parts = new TreeMap<>();
    private long begin;
    private int begun;
    private int reported;

    /** @param clock this machine's time in milliseconds, as it was at first and has gone on since */
    ToolSeconds(int processes, Consumer<ClientSecond> receiver, LongSupplier clock) {
        this.receiver = receiver;
        this.clock = clock;
        sources = new Source[processes];
        for (int i = 0; i < processes; i++) {
            sources[i] = new Source();
        }
    }

    PointSink of(int process) {
        return sources[process];
    }

    /** Returns whether every process puts load. */
    synchronized boolean begun() {
        return begun == sources.length;
    }

    /** Returns the time of the last point of any process, by this machine's clock; 0 before the first. */
    synchronized long lastHeard() {
        long last = 0;
        for (Source source : sources) {
            last = Math.max(last, source.heard);
        }
        return last;
    }

    /**
     * Reports the seconds that are over.
     *
     * @param now a time by this machine's clock
     * @param cpu the share of this machine's cores that the processes used since it was last asked
     */
    void reportUntil(long now, DoubleSupplier cpu) {
        while (over(now)) {
            receiver.accept(take(cpu.getAsDouble()));
        }
    }

    private synchronized boolean over(long now) {
        return begun() && now >= begin + 1_000L * (reported + 1);
    }

    private synchronized ClientSecond take(double cpu) {
        Part part = parts.remove(reported);
        if (part == null) {
            part = new Part();
        }
        int users = 0;
        for (Source source : sources) {
            users += part.users.getOrDefault(source, source.users);
        }
        long failed = part.failures.values().stream().mapToLong(Long::longValue).sum();
        return new ClientSecond(
                reported++,
                users,
                part.good,
                part.failures,
                part.latency,
                part.good + failed,
                0,
                cpu,
                0,
                Arrays.stream(part.tenths).boxed().toList());
    }

    private Part part(long at) {
        return parts.computeIfAbsent((int) Math.max(reported, Math.floorDiv(at - begin, 1_000L)), second -> new Part());
    }

    private int tenth(long at) {
        return (int) (Math.floorMod(at - begin, 1_000L) * ClientSecond.TENTHS / 1_000);
    }

    private static final class Part {
        private final Histogram latency = new Histogram(DIGITS);
        private final Map<String, Long> failures = new HashMap<>();
        private final Map<Source, Integer> users = new HashMap<>();
        private final int[] tenths = new int[ClientSecond.TENTHS];
        private long good;
    }

    /** Takes the points of one process. */
    private final class Source implements PointSink {
        private boolean putsLoad;
        private long heard;
        private long skew;
        private int users;

        /** Returns the same time by this machine's clock. */
        private long local(long at) {
            long now = clock.getAsLong();
            long late = now - at - skew;
            boolean other = heard == 0 ? Math.abs(late) > FURTHEST_CLOCK : late < -FURTHEST_CLOCK || late > LATEST;
            // What was set right by a point that came late shows when a later one seems to come early.
            if (other || skew != 0 && late < 0) {
                skew += late;
            }
            heard = now;
            return at + skew;
        }

        private boolean counts(long at, long from) {
            if (!putsLoad) {
                putsLoad = true;
                begun++;
                begin = Math.max(begin, from);
            }
            return begun() && at >= begin;
        }

        @Override
        public void request(long end, long micros, @Nullable String failure) {
            synchronized (ToolSeconds.this) {
                long at = local(end);
                if (counts(at, at - micros / 1_000)) {
                    Part part = part(at);
                    part.latency.recordValue(Math.min(HIGHEST_MICROS, Math.max(0, micros)));
                    if (failure == null) {
                        part.good++;
                        part.tenths[tenth(at)]++;
                    } else {
                        part.failures.merge(failure, 1L, Long::sum);
                    }
                }
            }
        }

        @Override
        public void users(long time, int number) {
            synchronized (ToolSeconds.this) {
                long at = local(time);
                users = number;
                if ((putsLoad || number > 0) && counts(at, at)) {
                    part(at).users.merge(this, number, Math::max);
                }
            }
        }

        @Override
        public void notStarted(long time, long requests, String cause) {
            synchronized (ToolSeconds.this) {
                long at = local(time);
                if (counts(at, at)) {
                    part(at).failures.merge(cause, requests, Long::sum);
                }
            }
        }
    }
}
