package dev.poolfit.model;

import dev.poolfit.evidence.Observation;
import dev.poolfit.units.Sentence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
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
        String range =
                String.format(Locale.ROOT, "%.0f–%.0f %%", 100 * ratios.get(0), 100 * ratios.get(ratios.size() - 1));
        return Optional.of(new Check(
                Sentence.of("check.little"),
                broken.isEmpty(),
                broken.isEmpty()
                        ? Sentence.of("check.little.holds", range)
                        : Sentence.of(
                                "check.little.broken", broken.size(), ratios.size(), abbreviated(broken), range)));
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
                        Sentence.of("check.little"),
                        false,
                        Sentence.of(
                                "check.little.too-few",
                                broken.size(),
                                rows.size(),
                                abbreviated(origins(broken)),
                                broken.get(0).users().getAsInt(),
                                digits(knownCycle(broken.get(0))),
                                digits(broken.get(0).users().getAsInt() / knownCycle(broken.get(0))),
                                digits(broken.get(0).rate()))));
    }

    private static String digits(double value) {
        return String.format(Locale.ROOT, "%.4g", value);
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
                        Sentence.of("check.percentiles"),
                        false,
                        Sentence.of(
                                "check.percentiles.broken",
                                swapped.size(),
                                rows.size(),
                                abbreviated(origins(swapped)))));
    }

    private static List<String> origins(List<Row> rows) {
        return rows.stream().map(row -> row.observation().origin()).toList();
    }

    private Optional<Check> counting() {
        if (view.equals(View.PLAIN)) {
            return Optional.empty();
        }
        double error = new Views(rows).error(view);
        var taken = new ArrayList<Sentence>();
        if (view.requestsPerCount() > 1) {
            taken.add(Sentence.of("check.counting.one-of", view.requestsPerCount()));
        }
        if (view.serverSide()) {
            taken.add(Sentence.of("check.counting.server-side"));
        }
        if (view.bucketed()) {
            taken.add(Sentence.of("check.counting.bucketed"));
        }
        return Optional.of(new Check(
                Sentence.of("check.counting"),
                error < LITTLE,
                Sentence.of(
                        "check.counting.taken",
                        Sentence.joined("join.and", taken),
                        String.format(Locale.ROOT, "%.0f %%", 100 * error))));
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
                Sentence.of("check.residuals"),
                passed,
                Sentence.of(
                        "check.residuals.are",
                        String.format(Locale.ROOT, "%.1f %%", 100 * mean),
                        String.format(Locale.ROOT, "%.1f %%", 100 * worst),
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
                        Sentence.of("check.contradiction"),
                        false,
                        Sentence.of(
                                "check.contradiction.differ",
                                row.observation().origin(),
                                String.format(
                                        Locale.ROOT,
                                        "%.0f %%",
                                        100 * row.observation().deviation().orElse(0)))));
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
                        Sentence.of("check.fall"),
                        false,
                        Sentence.of("check.fall.one-run", largest.limits().pool(), seen.origin())))
                : Optional.empty();
    }

    /** The first few of them. */
    static Sentence abbreviated(List<String> origins) {
        return origins.size() <= 4
                ? Sentence.verbatim(String.join(", ", origins))
                : Sentence.of("list.more", String.join(", ", origins.subList(0, 3)), origins.size() - 3);
    }
}
