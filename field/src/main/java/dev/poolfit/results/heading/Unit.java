package dev.poolfit.results.heading;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Units that people write into headings and cells, with their factor to milliseconds, a rate a second, or a share. */
public enum Unit {
    MICROSECONDS(Column.Quantities.TIME, 1e-3, "us µs μs usec microseconds"),
    MILLISECONDS(Column.Quantities.TIME, 1, "ms msec msecs millis milliseconds millisecond 밀리초"),
    SECONDS(Column.Quantities.TIME, 1e3, "s sec secs second seconds 초"),
    MINUTES(Column.Quantities.TIME, 6e4, "m min mins minute minutes 분"),
    PER_SECOND(
            Column.Quantities.RATE,
            1,
            "/s /sec /second persecond pers req/s reqs/s req/sec requests/s requests/sec request/s tps rps qps hits/s 건/초 건/s"
                    + " 회/초 회/s errors/s 1/s"),
    PER_MINUTE(Column.Quantities.RATE, 1.0 / 60, "/min /minute /m req/min requests/min rpm tpm 건/분 회/분"),
    PERCENT(Column.Quantities.FAILURES, 0.01, "% percent 퍼센트");

    private final Column.Quantities of;
    private final double factor;
    private final Set<String> names;

    Unit(Column.Quantities of, double factor, String names) {
        this.of = of;
        this.factor = factor;
        this.names = Set.of(names.split(" "));
    }

    /** Returns how many milliseconds, how much a second, or which share one of it is. */
    public double factor() {
        return factor;
    }

    /** Returns the unit with this name among those that a column may have. */
    public static Optional<Unit> of(String name, Column.Quantities quantities) {
        String bare = name.strip().toLowerCase(Locale.ROOT).replaceAll("\\s", "");
        return Arrays.stream(values())
                .filter(each -> each.of == quantities
                        || quantities == Column.Quantities.FAILURES && each.of == Column.Quantities.RATE)
                .filter(each -> each.names.contains(bare))
                .findFirst();
    }
}
