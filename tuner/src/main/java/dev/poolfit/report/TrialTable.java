package dev.poolfit.report;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.units.Durations;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/** The trials of a run as a table. */
public final class TrialTable {
    private static final String CSV_HEADING =
            "pool,threads,users,think_ms,connection_timeout_ms,throughput,mean_ms,p99_ms,errors_per_s";

    private TrialTable() {}

    /** What the table is written as. */
    public enum Format {
        /** Aligned text of at most 100 columns. */
        TABLE,
        /**
         * RFC 4180, in the columns that {@code predict} reads. Trials whose figures do not count are left out, because
         * the columns have no place to say so.
         */
        CSV,
        /** The {@code result.json} of the run. */
        JSON;

        /** The table of a run; only the text speaks a language. */
        public String write(Run run, Language say) {
            return switch (this) {
                case TABLE -> text(run, say);
                case CSV -> csv(run);
                case JSON -> ResultJson.of(run);
            };
        }
    }

    private static String text(Run run, Language say) {
        var figures = new Figures(say);
        var phrases = new Phrases(say);
        List<Knob> knobs = Knobs.shown(run);
        var heading = new ArrayList<>(List.of("#", say.say("column.role")));
        knobs.forEach(knob -> heading.add(knob.key()));
        heading.addAll(List.of(
                say.say("column.rate-s"),
                "95 %",
                say.say("column.mean"),
                say.say("column.p99"),
                say.say("column.errors"),
                say.say("column.pending"),
                say.say("column.flags")));
        var table = new TextTable(Set.of(1, heading.size() - 1), heading);
        for (Trial trial : run.trials()) {
            var row = new ArrayList<>(List.of("" + trial.number(), say.say(trial.role())));
            knobs.forEach(knob -> row.add(Knobs.text(knob, trial.settings())));
            row.add(figures.number(trial.throughput().mean()));
            row.add(figures.range(trial.throughput()));
            row.add(figures.millis(trial.meanMs()));
            row.add(figures.millis(trial.p99Ms().mean()));
            row.add(figures.percent(trial.errorRate()));
            OptionalDouble pending = trial.mean(Metric.POOL_PENDING);
            row.add(pending.isPresent() ? figures.plain(Math.rint(pending.getAsDouble())) : "–");
            row.add(trial.flags().stream().map(Phrases::key).collect(Collectors.joining(" ")));
            table.add(row);
        }
        var lines = new ArrayList<>(table.lines(100));
        run.trials().stream()
                .flatMap(trial -> trial.flags().stream())
                .distinct()
                .sorted()
                .forEach(flag -> lines.add(Columns.truncate(Phrases.key(flag) + ": " + phrases.meaning(flag), 100)));
        return String.join("\n", lines) + "\n";
    }

    private static String csv(Run run) {
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
                settings.has(Knob.CONNECTION_TIMEOUT) ? "" + settings.get(Knob.CONNECTION_TIMEOUT) : "",
                figure(trial.throughput().mean()),
                figure(trial.meanMs()),
                figure(trial.p99Ms().mean()),
                figure(trial.failed() / trial.measuredSeconds()));
    }

    private static String whole(boolean known, int value) {
        return known ? "" + value : "";
    }

    /** Six significant digits; blank where it is unknown. */
    static String figure(double value) {
        return Double.isFinite(value)
                ? new BigDecimal(value)
                        .round(new MathContext(6))
                        .stripTrailingZeros()
                        .toPlainString()
                : "";
    }
}
