package dev.poolfit.results;

import dev.poolfit.evidence.Observation;
import dev.poolfit.experiment.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** Reads nGrinder's {@code output.csv}: a row an interval, with rate, errors and mean time, but no percentile. */
final class NgrinderTable {
    private static final String MEAN = "mean_test_time_(ms)";
    private static final String ADVICE = "use nGrinder's output.csv as it is";
    private static final int LEAST = 3;

    private record Interval(double time, double users, double rate, double errors, double meanMs) {}

    /** Sums intervals in a row without the first and the last, which may be half over. */
    private static final class Stretch {
        private long count;
        private double firstTime;
        private Interval last = new Interval(0, 0, 0, 0, 0);
        private double rates;
        private double weighted;
        private double errors;

        void add(Interval next) {
            if (count == 0) {
                firstTime = next.time();
            } else if (count > 1) {
                rates += last.rate();
                weighted += last.rate() > 0 ? last.rate() * last.meanMs() : 0;
                errors += last.errors();
            }
            last = next;
            count++;
        }
    }

    private final Stretch all = new Stretch();
    private Stretch plateau = new Stretch();
    private final List<String> notices =
            new ArrayList<>(List.of(K6Table.SETTINGS_UNKNOWN, "nGrinder writes no percentiles."));

    private NgrinderTable() {}

    static boolean knows(Table table) {
        return table.has("datetime") && (table.has("tps") || table.has("vuser") || table.has(MEAN));
    }

    static Results read(Table table, Complaints complaints) {
        table.require(List.of("vuser", "tps", "errors", MEAN), ADVICE);
        complaints.raise();
        var read = new NgrinderTable();
        table.forEachWhole(row -> read.add(interval(row))).ifPresent(read.notices::add);
        complaints.raise();
        if (read.all.count < LEAST) {
            throw complaints.with(
                    "must have at least " + LEAST + " intervals, but has " + read.all.count + "; test for longer");
        }
        return new Results("nGrinder's output.csv", List.of(read.observation()), read.notices);
    }

    private static Interval interval(Table.Row row) {
        double time = Instants.sinceEpoch(row.text("datetime"));
        if (Double.isNaN(time)) {
            row.complain("datetime", "a time such as 2026-08-14 03:00:01", ADVICE);
        }
        return new Interval(
                time,
                row.required("vuser", Domain.USERS_NOW),
                row.required("tps", Domain.RATE_NOW),
                row.required("errors", Domain.NOT_NEGATIVE),
                row.number(MEAN, Domain.PAUSE));
    }

    private void add(Interval next) {
        if (plateau.count == 0 || next.users() > plateau.last.users()) {
            plateau = new Stretch();
        }
        all.add(next);
        if (next.users() >= plateau.last.users()) {
            plateau.add(next);
        }
    }

    private Observation observation() {
        double most = plateau.last.users();
        boolean steady = plateau.count >= LEAST && most >= 1;
        if (plateau.count < all.count || !steady) {
            notices.add(String.format(
                    Locale.ROOT,
                    steady
                            ? "Of %d intervals those %d count in which there were %.0f users."
                            : "Of %d intervals only %d have %.0f users, the most there were: the figures are means over"
                                    + " the whole test, and users are taken from the assumptions.",
                    all.count,
                    plateau.count,
                    most));
        }
        Stretch measured = steady ? plateau : all;
        long inner = measured.count - 2;
        double length = (all.last.time() - all.firstTime) / (all.count - 1);
        return new Observation(
                Settings.NONE,
                steady ? OptionalDouble.of(most) : OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.of(measured.rates / inner),
                finite(measured.weighted / measured.rates),
                OptionalDouble.empty(),
                finite(measured.errors / inner / length),
                Map.of(),
                1,
                OptionalDouble.empty(),
                "nGrinder's output.csv");
    }

    private static OptionalDouble finite(double value) {
        return value >= 0 && Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    }
}
