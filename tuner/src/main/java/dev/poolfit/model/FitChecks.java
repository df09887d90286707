package dev.poolfit.model;

import dev.poolfit.evidence.Observation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What must hold if rows and model belong together. */
final class FitChecks {
    private static final double LITTLE = 0.05;
    private static final double CONTRADICTION = 0.15;
    private static final int MOST_COMPARED = 200;

    private final Calibration calibration;
    private final View view;
    private final List<Row> rows;

    FitChecks(Calibration calibration, View view) {
        this.calibration = calibration;
        this.view = view;
        rows = Stream.concat(calibration.rows().rows().stream(), calibration.rows().left().stream())
                .toList();
    }

    List<Check> list() {
        var checks = new ArrayList<Check>();
        little().ifPresent(checks::add);
        percentiles().ifPresent(checks::add);
        counting().ifPresent(checks::add);
        checks.add(residuals());
        contradiction().ifPresent(checks::add);
        fall().ifPresent(checks::add);
        return checks;
    }

    /** N = X(R+Z), as the rows are written. */
    private Optional<Check> little() {
        Optional<Check> tooFew = tooFewUsers();
        if (tooFew.isPresent()) {
            return tooFew;
        }
        var ratios = rows.stream()
                .map(row -> Views.ratio(row, View.PLAIN))
                .flatMap(ratio -> ratio.stream().boxed())
                .sorted()
                .toList();
        if (ratios.isEmpty() || rows.stream().anyMatch(Row::wantsThink)) {
            return Optional.empty();
        }
        List<String> broken = rows.stream()
                .filter(row -> {
                    OptionalDouble ratio = Views.ratio(row, View.PLAIN);
                    return ratio.isPresent() && Math.abs(ratio.getAsDouble() - 1) > LITTLE;
                })
                .map(row -> row.observation().origin())
                .toList();
        String range = String.format(
                Locale.ROOT,
                "rate × (response + think) is %.0f–%.0f %% of the users",
                100 * ratios.get(0),
                100 * ratios.get(ratios.size() - 1));
        return Optional.of(new Check(
                "users = rate × (response + think)",
                broken.isEmpty(),
                broken.isEmpty()
                        ? "In every row " + range + "."
                        : "In " + broken.size() + " of " + ratios.size() + " rows it does not hold within 5 % ("
                                + abbreviated(broken) + "): " + range
                                + ". Either users or think time are wrong, rate and response time count different"
                                + " things, or the ramp's edges are in them."));
    }

    /** N ≥ X(R+Z) without what of R and Z is unknown. */
    private Optional<Check> tooFewUsers() {
        List<Row> broken = rows.stream()
                .filter(row -> row.users().isPresent()
                        && (row.observation().meanMs().isEmpty() || row.think().isEmpty())
                        && row.rate() * knownCycle(row)
                                > (1 + LITTLE) * row.users().getAsInt())
                .toList();
        return broken.isEmpty()
                ? Optional.empty()
                : Optional.of(new Check(
                        "users = rate × (response + think)",
                        false,
                        String.format(
                                Locale.ROOT,
                                "In %d of %d rows (%s) so few users cannot ask that often: %d with a response and think"
                                        + " time of %.4g s or more make %.4g requests a second at most, not %.4g. Correct"
                                        + " users, think time or rate.",
                                broken.size(),
                                rows.size(),
                                abbreviated(origins(broken)),
                                broken.get(0).users().getAsInt(),
                                knownCycle(broken.get(0)),
                                broken.get(0).users().getAsInt() / knownCycle(broken.get(0)),
                                broken.get(0).rate())));
    }

    private static double knownCycle(Row row) {
        return row.observation().meanMs().orElse(0) / 1000 + row.think().orElse(0);
    }

    /** The 99th percentile is below the mean only where a few responses take a hundred times as long as the others. */
    private Optional<Check> percentiles() {
        List<Row> swapped = rows.stream()
                .filter(row -> row.observation().p99Ms().orElse(Double.MAX_VALUE)
                        < row.observation().meanMs().orElse(0))
                .toList();
        return swapped.isEmpty()
                ? Optional.empty()
                : Optional.of(new Check(
                        "99th percentiles are above the means",
                        false,
                        "In " + swapped.size() + " of " + rows.size() + " rows (" + abbreviated(origins(swapped))
                                + ") they are below. Are the columns swapped, or in different units?"));
    }

    private static List<String> origins(List<Row> rows) {
        return rows.stream().map(row -> row.observation().origin()).toList();
    }

    private Optional<Check> counting() {
        if (view.equals(View.PLAIN)) {
            return Optional.empty();
        }
        double error = new Views(rows).error(view);
        var taken = new ArrayList<String>();
        if (view.requestsPerCount() > 1) {
            taken.add("the rate counts one of " + view.requestsPerCount() + " requests");
        }
        if (view.serverSide()) {
            taken.add("response times are taken inside the service, without Tomcat's queue");
        }
        if (view.bucketed()) {
            taken.add("percentiles are read from Micrometer's histogram buckets");
        }
        return Optional.of(new Check(
                "what the rows count",
                error < LITTLE,
                String.format(
                        Locale.ROOT,
                        "The rows agree best if %s (Little's law then holds within %.0f %%, median); that was taken.",
                        String.join(" and ", taken),
                        100 * error)));
    }

    private Check residuals() {
        Posterior posterior = calibration.posterior();
        double worst = 0;
        double sum = 0;
        String where = "";
        List<Row> compared = someOf(rows);
        for (Row row : compared) {
            double error =
                    Math.abs(Math.expm1(posterior.misfit().logError(posterior.mode(), posterior.hypothesis(), row)));
            sum += error;
            if (error > worst) {
                worst = error;
                where = row.observation().origin();
            }
        }
        double mean = sum / compared.size();
        boolean passed = mean < 0.06 && worst < 0.2;
        return new Check(
                "the model explains the rows",
                passed,
                String.format(
                        Locale.ROOT,
                        "Throughput differs from the model's by %.1f %% in the mean and by %.1f %% at most (%s).",
                        100 * mean,
                        100 * worst,
                        where));
    }

    /** So many rows, evenly spread, as can be solved in no time. */
    private static List<Row> someOf(List<Row> rows) {
        int step = (rows.size() + MOST_COMPARED - 1) / MOST_COMPARED;
        return IntStream.range(0, rows.size())
                .filter(i -> i % Math.max(1, step) == 0)
                .mapToObj(rows::get)
                .toList();
    }

    private Optional<Check> contradiction() {
        return rows.stream()
                .filter(row -> row.observation().deviation().orElse(0) > CONTRADICTION)
                .max(Comparator.comparingDouble(
                        row -> row.observation().deviation().orElse(0)))
                .map(row -> new Check(
                        "rows of one setting agree",
                        false,
                        String.format(
                                Locale.ROOT,
                                "%s have the same settings but differ by %.0f %% (standard deviation); their mean was"
                                        + " taken, and every interval is the wider for it.",
                                row.observation().origin(),
                                100 * row.observation().deviation().orElse(0))));
    }

    /** A fall of throughput at the largest pool that rests on one run is no proof of one. */
    private Optional<Check> fall() {
        Row largest = rows.stream()
                .max(Comparator.comparingInt(row -> row.limits().pool()))
                .orElseThrow();
        Row best = rows.stream().max(Comparator.comparingDouble(Row::rate)).orElseThrow();
        Observation seen = largest.observation();
        long falling = rows.stream()
                .filter(row -> row.limits().pool() > best.limits().pool())
                .filter(row -> row.rate() < best.rate() * (1 - 3 * calibration.noise()))
                .mapToInt(row -> row.observation().runs())
                .sum();
        boolean lower = largest.rate() < best.rate() * 0.95
                && largest.limits().pool() > best.limits().pool();
        return lower && falling < 2
                ? Optional.of(new Check(
                        "a fall at larger pools",
                        false,
                        String.format(
                                Locale.ROOT,
                                "The lower rate at pool %d (%s) rests on one run; it cannot establish that larger pools"
                                        + " are slower. Measure it again.",
                                largest.limits().pool(),
                                seen.origin())))
                : Optional.empty();
    }

    /** The first few of them. */
    static String abbreviated(List<String> origins) {
        return origins.size() <= 4
                ? String.join(", ", origins)
                : origins.stream().limit(3).collect(Collectors.joining(", ")) + " and " + (origins.size() - 3)
                        + " more";
    }
}
