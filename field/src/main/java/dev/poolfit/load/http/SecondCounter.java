package dev.poolfit.load.http;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.RequestSecond;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.IntCountsHistogram;
import org.jspecify.annotations.Nullable;

/** Counts what starts and ends within a second; only the engine's loop touches it. */
final class SecondCounter {
    private static final long LATE_NANOS = 10_000_000;
    private static final long HIGHEST_MICROS = 600_000_000;
    private static final int DIGITS = 3;
    private static final long SECOND = 1_000_000_000;
    /** The most kinds of requests that are told apart, for each takes the memory of a histogram each second. */
    private static final int MOST_KINDS = 20;

    private static final int DIGITS_OF_KIND = 2;

    private final Map<String, Long> failures = new HashMap<>();
    private Histogram latency = new Histogram(DIGITS);
    private int second;
    private long good;
    private long due;
    private long late;
    private int[] tenths = new int[ClientSecond.TENTHS];
    private final Map<PreparedRequest, Kind> kinds = new LinkedHashMap<>();

    /** @param requests are told apart where there are two to {@value #MOST_KINDS} */
    SecondCounter(List<PreparedRequest> requests) {
        if (requests.size() > 1 && requests.size() <= MOST_KINDS) {
            requests.forEach(each -> kinds.put(each, new Kind(each.name())));
        }
    }

    void started(long dueAt, long now) {
        due++;
        if (now - dueAt > LATE_NANOS) {
            late++;
        }
    }

    void notStarted(long requests, String cause) {
        due += requests;
        failures.merge(cause, requests, Long::sum);
    }

    /**
     * Counts the end of a request.
     *
     * @param request a login is no kind of its own
     * @param nanos its response time
     * @param left nanoseconds until this second ends
     */
    void ended(PreparedRequest request, long nanos, @Nullable String failure, long left) {
        long micros = Math.min(HIGHEST_MICROS, Math.max(0, nanos / 1000));
        latency.recordValue(micros);
        Kind kind = kinds.get(request);
        if (kind != null) {
            kind.ended(micros, failure == null);
        }
        if (failure == null) {
            good++;
            tenths[tenth(left)]++;
        } else {
            failures.merge(failure, 1L, Long::sum);
        }
    }

    /** Returns the tenth, 0 to 9; responses of the next second that a late turn finds count for the last one. */
    private static int tenth(long left) {
        long tenth = ClientSecond.TENTHS - 1 - Math.floorDiv(left * ClientSecond.TENTHS, SECOND);
        return (int) Math.max(0, Math.min(ClientSecond.TENTHS - 1, tenth));
    }

    ClientSecond turn(double users, Meter.Use use) {
        var ended = new ClientSecond(
                second,
                users,
                good,
                failures,
                latency,
                due,
                late,
                use.cpu(),
                use.collecting(),
                Arrays.stream(tenths).boxed().toList(),
                kinds.values().stream().map(Kind::turn).toList());
        tenths = new int[ClientSecond.TENTHS];
        failures.clear();
        latency = new Histogram(DIGITS);
        second++;
        good = 0;
        due = 0;
        late = 0;
        return ended;
    }

    private static final class Kind {
        private final String name;
        private IntCountsHistogram latency = new IntCountsHistogram(DIGITS_OF_KIND);
        private long good;
        private long failed;

        Kind(String name) {
            this.name = name;
        }

        void ended(long micros, boolean well) {
            latency.recordValue(micros);
            good += well ? 1 : 0;
            failed += well ? 0 : 1;
        }

        RequestSecond turn() {
            var ended = new RequestSecond(name, good, failed, latency);
            latency = new IntCountsHistogram(DIGITS_OF_KIND);
            good = 0;
            failed = 0;
            return ended;
        }
    }
}
