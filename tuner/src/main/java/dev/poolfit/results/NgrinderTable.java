package dev.poolfit.results;

import dev.poolfit.evidence.Observation;
import dev.poolfit.experiment.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** nGrinder's {@code output.csv}: a row an interval, with its rate, its errors and its mean time, but no percentile. */
final class NgrinderTable {
    private static final String MEAN = "mean_test_time_(ms)";
    private static final String ADVICE = "use nGrinder's output.csv as it is";

    private record Interval(double time, double users, double rate, double errors, double meanMs) {}

    private NgrinderTable() {}

    static boolean knows(Table table) {
        return table.has("datetime") && (table.has("tps") || table.has("vuser") || table.has(MEAN));
    }

    static Results read(Table table, Complaints complaints) {
        table.require(List.of("vuser", "tps", "errors", MEAN), ADVICE);
        complaints.raise();
        var intervals = new ArrayList<Interval>();
        table.forEach(row -> intervals.add(interval(row)));
        complaints.raise();
        if (intervals.size() < 3) {
            throw complaints.with("must have at least 3 intervals, but has " + intervals.size() + "; test for longer");
        }
        var notices = new ArrayList<>(List.of(K6Table.SETTINGS_UNKNOWN, "nGrinder writes no percentiles."));
        return new Results("nGrinder's output.csv", List.of(observation(intervals, notices)), notices);
    }

    private static Interval interval(Table.Row row) {
        double time = Instants.local(row.text("datetime"));
        if (Double.isNaN(time)) {
            row.complain("datetime", "a time such as 2026-08-14 03:00:01", ADVICE);
        }
        return new Interval(
                time,
                row.required("vuser", Domain.NOT_NEGATIVE),
                row.required("tps", Domain.NOT_NEGATIVE),
                row.required("errors", Domain.NOT_NEGATIVE),
                row.number(MEAN, Domain.NOT_NEGATIVE));
    }

    private static Observation observation(List<Interval> all, List<String> notices) {
        double most = all.stream().mapToDouble(Interval::users).max().orElseThrow();
        var plateau = all.stream().filter(each -> each.users() == most).toList();
        boolean steady = plateau.size() >= 3 && most >= 1;
        var measured = steady ? plateau : all;
        if (measured.size() < all.size() || !steady) {
            notices.add(String.format(
                    Locale.ROOT,
                    steady
                            ? "Of %d intervals those %d count in which there were %.0f users."
                            : "Of %d intervals only %d have %.0f users, the most there were: the figures are means over"
                                    + " the whole test, and users are taken from the assumptions.",
                    all.size(),
                    plateau.size(),
                    most));
        }
        measured = measured.subList(1, measured.size() - 1);
        double length = (all.get(all.size() - 1).time() - all.get(0).time()) / (all.size() - 1);
        double rate = measured.stream().mapToDouble(Interval::rate).average().orElseThrow();
        double weighted = measured.stream()
                .filter(each -> each.rate() > 0)
                .mapToDouble(each -> each.rate() * each.meanMs())
                .sum();
        double rates = measured.stream().mapToDouble(Interval::rate).sum();
        double errors =
                measured.stream().mapToDouble(Interval::errors).average().orElseThrow();
        return new Observation(
                Settings.NONE,
                steady ? OptionalDouble.of(most) : OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.of(rate),
                finite(weighted / rates),
                OptionalDouble.empty(),
                finite(errors / length),
                Map.of(),
                1,
                OptionalDouble.empty(),
                "nGrinder's output.csv");
    }

    private static OptionalDouble finite(double value) {
        return value >= 0 && Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    }
}
