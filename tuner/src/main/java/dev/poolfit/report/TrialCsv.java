package dev.poolfit.report;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.units.Durations;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The trials of a run as a table (RFC 4180), in the columns that {@code predict} reads. Trials whose figures do not count
 * are left out, because the columns have no place to say so.
 */
public final class TrialCsv {
    private static final String CSV_HEADING =
            "pool,threads,users,think_ms,connection_timeout_ms,throughput,mean_ms,p99_ms,errors_per_s,rule";

    private TrialCsv() {}

    /** Returns the table of a run. */
    public static String of(Run run) {
        return CSV_HEADING + "\r\n"
                + run.trials().stream()
                        .filter(Trial::valid)
                        .map(trial -> row(run, trial))
                        .map(row -> String.join(",", row) + "\r\n")
                        .collect(Collectors.joining());
    }

    private static List<String> row(Run run, Trial trial) {
        var settings = run.question().fixed().with(trial.settings());
        var question = run.question();
        return List.of(
                whole(settings.has(Knob.POOL), settings.pool().orElse(0)),
                whole(settings.has(Knob.THREADS), settings.threads().orElse(0)),
                question.users().isPresent()
                        ? "" + question.users().getAsInt()
                        : figure(trial.mean(Metric.USERS).orElse(Double.NaN)),
                question.think()
                        .map(think -> figure(Durations.seconds(think) * 1000))
                        .orElse(""),
                settings.connectionTimeout().map(time -> "" + time.toMillis()).orElse(""),
                figure(trial.throughput().mean()),
                figure(trial.meanMs()),
                figure(trial.p99Ms().told()),
                figure(trial.failedPerSecond()),
                Columns.clean(trial.rules().toString()).replace("›", ">"));
    }

    private static String whole(boolean known, int value) {
        return known ? "" + value : "";
    }

    /** Writes six significant digits; blank where it is unknown. */
    static String figure(double value) {
        return Double.isFinite(value)
                ? new BigDecimal(value)
                        .round(new MathContext(6))
                        .stripTrailingZeros()
                        .toPlainString()
                : "";
    }
}
