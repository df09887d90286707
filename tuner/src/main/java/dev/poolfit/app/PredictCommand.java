package dev.poolfit.app;

import dev.poolfit.evidence.Observation;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.model.fit.Check;
import dev.poolfit.model.fit.Fit;
import dev.poolfit.model.fit.Fitter;
import dev.poolfit.model.fit.WhatIf;
import dev.poolfit.options.AssumeOption;
import dev.poolfit.options.AtOption;
import dev.poolfit.options.WhatIfOption;
import dev.poolfit.report.Language;
import dev.poolfit.report.PredictionReport;
import dev.poolfit.results.Results;
import dev.poolfit.results.ResultsReader;
import dev.poolfit.units.BadQuantity;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Fits the model to results and predicts settings that were not tested. */
@Command(
        name = "predict",
        mixinStandardHelpOptions = true,
        description =
                "Fits the model to results that were measured with Poolfit, k6, JMeter or another load tool, and predicts"
                        + " settings that were not tested, with 95 %% intervals. Where a check of the results fails, it predicts"
                        + " nothing (exit code 1).")
final class PredictCommand implements Callable<Integer> {
    @Option(
            names = "--results",
            paramLabel = "FILE",
            description = "CSV with any of pool,threads,users,think_ms,connection_timeout_ms,throughput,mean_ms,p99_ms,"
                    + "errors_per_s (blank = unknown), also by names such as TPS or avg; or a file of k6, JMeter, nGrinder,"
                    + " Locust, Gatling, vegeta, wrk, hey or ab; or the folder of one of Poolfit's runs.")
    private @Nullable Path file;

    @Option(
            names = "--at",
            paramLabel = "KNOB=VALUES",
            description = "What to predict, such as pool=15,20,30..100:10; knobs given in several --at are combined."
                    + " Knobs: pool, threads, connection-timeout.")
    private List<String> at = new ArrayList<>();

    @Option(
            names = "--assume",
            paramLabel = "KEY=VALUE,…",
            description = "What the results do not say: pool, threads, connection-timeout, users, think, app-cores,"
                    + " db-cores, open-in-view.")
    private List<String> assume = new ArrayList<>();

    @Option(
            names = "--what-if",
            paramLabel = "KEY=CHANGE,…",
            description = "A change to suppose, such as hold=-250ms, service-cpu=-20%%, db-cpu=+5ms or users=300.")
    private List<String> whatIf = new ArrayList<>();

    @Option(
            names = "--force",
            description = "Predicts also where a check of the results fails; the predictions may be wrong then.")
    private boolean force;

    @Option(names = "--format", paramLabel = "FORMAT", description = "table, json or csv (default: table).")
    private String format = "table";

    @Spec
    @Nullable
    private CommandSpec spec;

    private final BiFunction<List<Observation>, Assumptions, Fit> fitter;
    private final List<String> problems = new ArrayList<>();

    PredictCommand() {
        this(Fitter::fit);
    }

    /**
     * @param fitter fits a model to observations
     */
    PredictCommand(BiFunction<List<Observation>, Assumptions, Fit> fitter) {
        this.fitter = fitter;
    }

    @Override
    public Integer call() {
        List<Settings> points = AtOption.read(at, problems);
        Assumptions given = AssumeOption.read(assume, problems);
        WhatIf change = WhatIfOption.read(whatIf, problems);
        PredictionReport.Format wanted = format();
        Optional<RunResults> read = results();
        var line = Objects.requireNonNull(spec).commandLine();
        if (!problems.isEmpty() || read.isEmpty()) {
            throw new ParameterException(line, String.join(System.lineSeparator(), problems));
        }
        Results results = read.get().results();
        Fit fit = fit(results, given.or(read.get().known()));
        List<Check> failed = force
                ? List.of()
                : fit.checks().stream().filter(check -> !check.passed()).toList();
        print(
                report(fit, failed.isEmpty() ? points : List.of(), change, results),
                wanted,
                line.getOut(),
                line.getErr());
        failed.forEach(check -> line.getErr()
                .println("no prediction, since a check fails: " + Language.EN.text(check.name()) + ": "
                        + Language.EN.text(check.statement())));
        if (!failed.isEmpty()) {
            line.getErr().println("What to do: correct the results, or predict all the same with --force.");
        }
        line.getErr().flush();
        return failed.isEmpty() ? Main.DONE : Main.NO_ANSWER;
    }

    private PredictionReport.Format format() {
        for (PredictionReport.Format each : PredictionReport.Format.values()) {
            if (each.name().equalsIgnoreCase(format.strip())) {
                return each;
            }
        }
        problems.add("--format must be table, json or csv, but is \"" + format + "\"");
        return PredictionReport.Format.TABLE;
    }

    private Optional<RunResults> results() {
        if (file == null) {
            problems.add("--results is missing; name a file of results, such as --results trials.csv");
            return Optional.empty();
        }
        try {
            return Optional.of(
                    RunResults.at(file)
                            ? RunResults.of(file)
                            : new RunResults(ResultsReader.read(file), Assumptions.NONE));
        } catch (InvalidExperiment invalid) {
            List<Problem> named =
                    invalid.problems().stream().map(each -> named(each, file)).toList();
            if (problems.isEmpty()) {
                throw new InvalidExperiment(named);
            }
            named.stream().map(Problem::toString).forEach(problems::add);
            return Optional.empty();
        }
    }

    private Fit fit(Results results, Assumptions assumptions) {
        try {
            return fitter.apply(results.observations(), assumptions);
        } catch (BadQuantity bad) {
            throw new InvalidExperiment(List.of(new Problem(0, "" + file, "" + bad.getMessage())));
        }
    }

    private static Problem named(Problem problem, Path file) {
        String line = problem.line() > 0 ? "line " + problem.line() + ": " : "";
        return problem.field().equals(file.toString())
                ? problem
                : new Problem(0, file + ": " + line + problem.field(), problem.message());
    }

    private PredictionReport report(Fit fit, List<Settings> points, WhatIf change, Results results) {
        var notices = new ArrayList<>(results.notices());
        if (!change.equals(WhatIf.NOTHING)) {
            notices.add("The predictions suppose " + String.join(", ", whatIf) + ".");
        }
        try {
            return new PredictionReport(
                    fit,
                    points.parallelStream()
                            .map(point -> fit.predict(point, change))
                            .toList(),
                    notices);
        } catch (BadQuantity bad) {
            String option = whatIf.isEmpty() ? "--at" : "--what-if " + String.join(",", whatIf);
            throw new ParameterException(Objects.requireNonNull(spec).commandLine(), option + " " + bad.getMessage());
        }
    }

    private static void print(
            PredictionReport report, PredictionReport.Format format, PrintWriter out, PrintWriter err) {
        out.print(format.write(report));
        out.flush();
        if (format == PredictionReport.Format.CSV) {
            report.warnings().forEach(warning -> err.println(warning));
            err.flush();
        }
    }
}
