package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.MeasuredTrial;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Observation;
import dev.poolfit.evidence.Periods;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Found;
import dev.poolfit.experiment.Settings;
import dev.poolfit.experiment.WorkerThreads;
import dev.poolfit.journal.Journal;
import dev.poolfit.journal.RunEnd;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.journal.RunNotes;
import dev.poolfit.plan.Role;
import dev.poolfit.report.ResultJson;
import dev.poolfit.report.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A report marks each trial that its verdict left out; the journal keeps what was noted when the trial ended. */
class LeftOutTrialsTest {
    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    @TempDir
    Path folder;

    private static MeasuredTrial trial(int number, int pool, double rate, double compiling, Optional<Periods> periods) {
        return new MeasuredTrial(
                new Trial.Identity(
                        number,
                        number == 1 ? Role.BASELINE : Role.SEARCH,
                        Settings.ofPoolAndThreads(pool, 100),
                        START.plusSeconds(20L * number)),
                new Trial.Span(2, 10),
                new Trial.Responses(
                        new Interval(rate, 0.99 * rate, 1.01 * rate),
                        Math.round(10 * rate),
                        0,
                        100_000 / rate,
                        new Interval(200_000 / rate, 190_000 / rate, 210_000 / rate),
                        Map.of()),
                new Trial.Readings(Map.of(Metric.POOL_ACTIVE, (double) pool, Metric.JIT_TIME, compiling), Map.of()),
                Set.of(),
                periods);
    }

    private static Optional<Periods> periods(double rate) {
        return Optional.of(new Periods(3, List.of(rate, 1.01 * rate, 0.99 * rate, rate)));
    }

    private Run reported(String throughput, MeasuredTrial... trials) {
        var run = new RunFolder(folder.resolve("run"));
        Journal journal = Journal.begin(run, """
                service: {attach: {port: 8080}}
                load: {users: 100, requests: [{get: "http://127.0.0.1:8080/stocks"}]}
                tune: {pool: 2..40}
                goal: {throughput: %s}
                budget: 5m
                """.formatted(throughput));
        for (MeasuredTrial each : trials) {
            journal.append(each, List.of());
        }
        new RunNotes(
                        START,
                        new Found(
                                Settings.ofPoolAndThreads(10, 100),
                                WorkerThreads.TOMCAT,
                                OptionalInt.empty(),
                                OptionalInt.empty(),
                                Found.USUAL_HOUSEKEEPING,
                                false),
                        Duration.ofMinutes(5),
                        Optional.empty(),
                        List.of(),
                        2,
                        OptionalDouble.empty(),
                        Optional.of(new RunEnd(60, Duration.ZERO, false)),
                        0,
                        Map.of(),
                        Optional.of(true))
                .write(run);
        return FinishedRun.of(run).output().run();
    }

    @Test
    void a_cold_one_where_rates_are_compared() throws Exception {
        Run run = reported(
                "\">= 150/s\"",
                trial(1, 10, 110, 1300, Optional.empty()),
                trial(2, 17, 127, 900, Optional.empty()),
                trial(3, 19, 148, 500, Optional.empty()),
                trial(4, 10, 158, 300, Optional.empty()));

        assertThat(run.trials()).extracting(Trial::valid).containsExactly(false, false, true, true);
        assertThat(run.trials().get(1).flags()).containsExactly(Flag.COLD);
        assertThat(ResultJson.of(run)).contains("\"cold\"");
        assertThat(Files.readString(folder.resolve("run/trials.jsonl"))).doesNotContain("\"cold\"");
        assertThat(predictedFrom()).containsExactly("trial 3", "trial 4");
    }

    private List<String> predictedFrom() {
        return RunResults.of(folder.resolve("run")).results().observations().stream()
                .map(Observation::origin)
                .toList();
    }

    @Test
    void those_of_a_load_that_carried_over_where_settings_are_compared_within_loads() {
        Run run = reported(
                "max",
                trial(1, 10, 200, 0, Optional.empty()),
                trial(2, 20, 210, 0, Optional.empty()),
                trial(3, 10, 120, 0, periods(120)),
                trial(4, 5, 110, 0, periods(110)));

        assertThat(run.trials()).extracting(Trial::valid).containsExactly(true, true, false, false);
        assertThat(run.trials().get(3).flags()).containsExactly(Flag.CARRIED_OVER);
        assertThat(predictedFrom()).containsExactly("trial 1", "trial 2");
    }
}
