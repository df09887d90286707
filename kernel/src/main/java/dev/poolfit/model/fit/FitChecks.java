package dev.poolfit.model.fit;

import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Checks what must hold if rows and model belong together. */
final class FitChecks {
    private static final double LITTLE = 0.05;
    /** Runs of one setting differ by 2 to 15 % where nothing is wrong (standard deviation; docs/measurements.md). */
    private static final double CONTRADICTION = 0.3;
    /** The share of failures from which on the results are of a service that does not work. */
    private static final double MOSTLY_FAILED = 0.5;

    private static final int MOST_COMPARED = 200;

    private final Calibration calibration;
    private final MeasurementConvention view;
    private final List<Row> rows;

    FitChecks(Calibration calibration, MeasurementConvention view) {
        this.calibration = calibration;
        this.view = view;
        rows = Stream.concat(calibration.rows().rows().stream(), calibration.rows().left().stream())
                .toList();
    }

    List<Check> list() {
        var checks = new ArrayList<Check>();
        failures().ifPresent(checks::add);
        little().ifPresent(checks::add);
        percentiles().ifPresent(checks::add);
        counting().ifPresent(checks::add);
        checks.add(residuals());
        contradiction().ifPresent(checks::add);
        return checks;
    }

    /** Checks that most requests succeeded; those that the load tool dropped did not. */
    private Optional<Check> failures() {
        double offered = rows.stream().mapToDouble(Row::offered).sum();
        double good = rows.stream()
                .mapToDouble(row -> row.observation().throughput().orElseThrow())
                .sum();
        double share = 1 - good / offered;
        return share == 0
                ? Optional.empty()
                : Optional.of(new Check(
                        Message.of("check.failures"),
                        share < MOSTLY_FAILED,
                        Message.of("check.failures.share", Quantity.aboutShare(share))));
    }

    /** Checks N = X(R+Z), as the rows are written; where they count in another way, {@link #counting} does. */
    private Optional<Check> little() {
        if (!view.equals(MeasurementConvention.PLAIN)) {
            return Optional.empty();
        }
        Optional<Check> tooFew = tooFewUsers();
        if (tooFew.isPresent()) {
            return tooFew;
        }
        var ratios = rows.stream()
                .map(row -> MeasurementConventions.ratio(row, MeasurementConvention.PLAIN))
                .flatMap(ratio -> ratio.stream().boxed())
                .sorted()
                .toList();
        if (ratios.isEmpty() || rows.stream().anyMatch(Row::wantsThink)) {
            return Optional.empty();
        }
        List<String> broken = rows.stream()
                .filter(row -> {
                    OptionalDouble ratio = MeasurementConventions.ratio(row, MeasurementConvention.PLAIN);
                    return ratio.isPresent() && Math.abs(ratio.getAsDouble() - 1) > LITTLE;
                })
                .map(row -> row.observation().origin())
                .toList();
        Message range = Message.of(
                "join.to", Quantity.aboutShare(ratios.get(0)), Quantity.aboutShare(ratios.get(ratios.size() - 1)));
        return Optional.of(new Check(
                Message.of("check.little"),
                broken.isEmpty(),
                broken.isEmpty()
                        ? Message.of("check.little.holds", range)
                        : Message.of("check.little.broken", broken.size(), ratios.size(), abbreviated(broken), range)));
    }

    /** Checks N ≥ X(R+Z) without what of R and Z is unknown. */
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
                        Message.of("check.little"),
                        false,
                        Message.of(
                                "check.little.too-few",
                                broken.size(),
                                rows.size(),
                                abbreviated(origins(broken)),
                                broken.get(0).users().getAsInt(),
                                Quantity.time(1000 * knownCycle(broken.get(0))),
                                Quantity.rate(broken.get(0).users().getAsInt() / knownCycle(broken.get(0))),
                                Quantity.rate(broken.get(0).rate()))));
    }

    private static double knownCycle(Row row) {
        return row.observation().meanMs().orElse(0) / 1000 + row.think().orElse(0);
    }

    /** Checks for a 99th percentile below the mean; that needs a few responses that take a hundred times as long. */
    private Optional<Check> percentiles() {
        List<Row> swapped = rows.stream()
                .filter(row -> row.observation().p99Ms().orElse(Double.MAX_VALUE)
                        < row.observation().meanMs().orElse(0))
                .toList();
        return swapped.isEmpty()
                ? Optional.empty()
                : Optional.of(new Check(
                        Message.of("check.percentiles"),
                        false,
                        Message.of(
                                "check.percentiles.broken",
                                swapped.size(),
                                rows.size(),
                                abbreviated(origins(swapped)))));
    }

    private static List<String> origins(List<Row> rows) {
        return rows.stream().map(row -> row.observation().origin()).toList();
    }

    private Optional<Check> counting() {
        if (view.equals(MeasurementConvention.PLAIN)) {
            return Optional.empty();
        }
        double error = new MeasurementConventions(rows).error(view);
        Optional<Message> inProgress = new RequestsInProgress(rows, true).range();
        if (!MeasurementConventions.explain(error) && inProgress.isPresent()) {
            return Optional.of(new Check(
                    Message.of("check.counting"), false, Message.of("check.counting.none", inProgress.get())));
        }
        var taken = new ArrayList<Message>();
        if (view.requestsPerCount() > 1) {
            taken.add(Message.of("check.counting.one-of", view.requestsPerCount()));
        }
        if (view.serverSide()) {
            taken.add(Message.of("check.counting.server-side"));
        }
        if (view.bucketed()) {
            taken.add(Message.of("check.counting.bucketed"));
        }
        return Optional.of(new Check(
                Message.of("check.counting"),
                error < LITTLE,
                Message.of("check.counting.taken", Message.joined("join.and", taken), Quantity.aboutShare(error))));
    }

    private Check residuals() {
        double worst = 0;
        double sum = 0;
        String where = "";
        List<Row> compared = someOf(rows);
        double[] logErrors = calibration.posterior().logErrors(compared);
        for (int i = 0; i < logErrors.length; i++) {
            double error = Math.abs(Math.expm1(logErrors[i]));
            sum += error;
            if (error > worst) {
                worst = error;
                where = compared.get(i).observation().origin();
            }
        }
        double mean = sum / compared.size();
        boolean passed = mean < 0.06 && worst < 0.2;
        return new Check(
                Message.of("check.residuals"),
                passed,
                Message.of("check.residuals.are", Quantity.aboutShare(mean), Quantity.aboutShare(worst), where));
    }

    /** Thins the rows evenly to so many as can be solved in no time. */
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
                        Message.of("check.contradiction"),
                        false,
                        Message.of(
                                "check.contradiction.differ",
                                row.observation().origin(),
                                Quantity.aboutShare(
                                        row.observation().deviation().orElse(0)))));
    }

    static Message abbreviated(List<String> origins) {
        return origins.size() <= 4
                ? Message.verbatim(String.join(", ", origins))
                : Message.of("list.more", String.join(", ", origins.subList(0, 3)), origins.size() - 3);
    }
}
