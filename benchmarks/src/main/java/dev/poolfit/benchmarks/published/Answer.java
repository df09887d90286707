package dev.poolfit.benchmarks.published;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Observation;
import dev.poolfit.experiment.Knob;
import dev.poolfit.model.fit.Prediction;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** A published row beside what was predicted for it. */
record Answer(Observation published, Prediction predicted) {
    /** Returns the error of the prediction, as a share of the published; empty where that is not known. */
    OptionalDouble throughputError() {
        return error(published.throughput(), predicted.throughput());
    }

    OptionalDouble meanError() {
        return error(published.meanMs(), predicted.meanMs());
    }

    OptionalDouble p99Error() {
        return error(published.p99Ms(), predicted.p99Ms());
    }

    private static OptionalDouble error(OptionalDouble published, Interval predicted) {
        return published.isPresent()
                ? OptionalDouble.of(predicted.mean() / published.getAsDouble() - 1)
                : OptionalDouble.empty();
    }

    /** Returns pool, and threads where the row says them: {@code 10/100}. */
    static String setting(Observation row) {
        String pool = "" + row.settings().count(Knob.POOL);
        return row.settings().has(Knob.THREADS) ? pool + "/" + row.settings().count(Knob.THREADS) : pool;
    }

    static String heading() {
        return String.format(
                "  %-8s %8s %9s %15s %7s  %6s %9s %7s  %6s %9s %13s %7s",
                "pool/thr",
                "rate/s",
                "predicted",
                "95 %",
                "error",
                "mean",
                "predicted",
                "error",
                "p99",
                "predicted",
                "95 %",
                "error");
    }

    String line() {
        return String.format(
                "  %-8s %s %15s %s  %s %s  %s %13s %s",
                setting(published),
                figures(8, 9, 1, published.throughput(), predicted.throughput()),
                range(1, predicted.throughput()),
                percent(throughputError()),
                figures(6, 9, 0, published.meanMs(), predicted.meanMs()),
                percent(meanError()),
                figures(6, 9, 0, published.p99Ms(), predicted.p99Ms()),
                range(0, predicted.p99Ms()),
                percent(p99Error()));
    }

    /** Returns the row with keys as in JSON; what was not published is left out. */
    Map<String, Object> figures() {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("pool", published.settings().count(Knob.POOL));
        if (published.settings().has(Knob.THREADS)) {
            figures.put("threads", published.settings().count(Knob.THREADS));
        }
        put(figures, "throughput", published.throughput(), predicted.throughput(), throughputError());
        put(figures, "meanMs", published.meanMs(), predicted.meanMs(), meanError());
        put(figures, "p99Ms", published.p99Ms(), predicted.p99Ms(), p99Error());
        figures.put("errorRatePredicted", predicted.errorRate().mean());
        return figures;
    }

    private static void put(
            Map<String, Object> figures,
            String key,
            OptionalDouble published,
            Interval predicted,
            OptionalDouble error) {
        published.ifPresent(value -> figures.put(key, value));
        figures.put(key + "Predicted", predicted.mean());
        figures.put(key + "Low", predicted.low());
        figures.put(key + "High", predicted.high());
        error.ifPresent(value -> figures.put(key + "Error", value));
    }

    private static String figures(int width, int next, int places, OptionalDouble published, Interval predicted) {
        String number = "%" + width + "." + places + "f";
        String known =
                published.isPresent() ? String.format(Locale.ROOT, number, published.getAsDouble()) : " ".repeat(width);
        return known + " " + String.format(Locale.ROOT, "%" + next + "." + places + "f", predicted.mean());
    }

    private static String range(int places, Interval interval) {
        String number = "%." + places + "f";
        return String.format(Locale.ROOT, number + "–" + number, interval.low(), interval.high());
    }

    private static String percent(OptionalDouble share) {
        return share.isPresent() ? String.format(Locale.ROOT, "%+5.1f %%", 100 * share.getAsDouble()) : " ".repeat(7);
    }
}
