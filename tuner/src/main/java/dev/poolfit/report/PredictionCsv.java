package dev.poolfit.report;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.Prediction;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes predictions as RFC 4180; unknown bounds are blank. */
final class PredictionCsv {
    private static final String HEADING =
            "pool,threads,connection_timeout_ms,throughput,throughput_low,throughput_high,"
                    + "mean_ms,mean_ms_low,mean_ms_high,p99_ms,p99_ms_low,p99_ms_high,errors_per_s,"
                    + "error_rate,error_rate_low,error_rate_high,limit,extrapolated\r\n";

    private PredictionCsv() {}

    static String of(PredictionReport report) {
        return HEADING
                + report.predictions().stream()
                        .map(each -> String.join(",", row(report, each)) + "\r\n")
                        .collect(Collectors.joining());
    }

    private static List<String> row(PredictionReport report, Prediction prediction) {
        var row = new ArrayList<String>();
        row.add(setting(prediction.settings(), Knob.POOL));
        row.add(setting(prediction.settings(), Knob.THREADS));
        row.add(setting(prediction.settings(), Knob.CONNECTION_TIMEOUT));
        add(row, prediction.throughput());
        add(row, prediction.meanMs());
        add(row, prediction.p99Ms());
        double rate = prediction.errorRate().mean();
        row.add(TrialCsv.figure(prediction.throughput().mean() * rate / (1 - rate)));
        add(row, prediction.errorRate());
        row.add(report.limit(prediction)
                .map(bound -> bound.name().toLowerCase(Locale.ROOT))
                .orElse("not_identifiable"));
        row.add("" + prediction.extrapolated());
        return row;
    }

    private static String setting(Settings settings, Knob knob) {
        return settings.has(knob) ? "" + settings.number(knob) : "";
    }

    private static void add(List<String> row, Interval interval) {
        row.add(TrialCsv.figure(interval.mean()));
        row.add(TrialCsv.figure(interval.low()));
        row.add(TrialCsv.figure(interval.high()));
    }
}
