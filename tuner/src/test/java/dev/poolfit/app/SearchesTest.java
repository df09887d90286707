package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Found;
import dev.poolfit.experiment.FoundExperiment;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.experiment.WorkerThreads;
import dev.poolfit.experiment.file.ExperimentReader;
import dev.poolfit.journal.RunNotes;
import dev.poolfit.plan.NamedRule;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.verdict.Decision.TryNext;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A dry run tells of the search that then runs. */
class SearchesTest {
    private static final Settings FOUND = Settings.ofPoolAndThreads(10, 100).with(Knob.OPEN_IN_VIEW, true);
    /** The steps of a dry run by which a search is known, and the rules of which one asks for its second trials. */
    private static final Map<String, List<String>> STEPS = Map.of(
            "Let the load grow until the service breaks", List.of("ramp"),
            "Try settings across the whole range", List.of("across-the-range"),
            "Start at rate × hold time", List.of("halve-the-pools", "halve-the-threads"),
            "Switch settings under one load", List.of("scout", "first-comparison", "first-two"),
            "Fit a queueing model", List.of("worth-trying", "settle"));

    private static Experiment experiment(String load, String tune, String goal) {
        String text = """
                service: {launch: exec java -jar shop.jar, ready: "http://127.0.0.1:8080/actuator/health"}
                load: {%s, requests: [{get: "http://127.0.0.1:8080/stocks"}]}
                budget: 15m
                """.formatted(load)
                + (tune.isEmpty() ? "" : "tune: {" + tune + "}\n")
                + (goal.isEmpty() ? "" : "goal: {" + goal + "}\n");
        return new ExperimentReader(Map.of()).read(text, Path.of("")).experiment();
    }

    private static Searches searches(Experiment experiment) {
        var found = new Found(
                FOUND, WorkerThreads.TOMCAT, OptionalInt.empty(), OptionalInt.empty(), Found.USUAL_HOUSEKEEPING, false);
        var notes = new RunNotes(
                Instant.parse("2026-01-02T03:04:05Z"),
                found,
                experiment.budget(),
                Optional.empty(),
                List.of(),
                2,
                OptionalDouble.empty(),
                Optional.empty(),
                0,
                Map.of(),
                Optional.of(true));
        return new Searches(FoundExperiment.of(experiment, found), notes, Optional.empty());
    }

    /** After the initial settings, of which each connection gives 8 responses a second. */
    private static String second(Experiment experiment) {
        TryNext next = (TryNext) searches(experiment)
                .search()
                .next(List.of(TrialBuilder.saturated(1, 10).at(FOUND).build()), experiment.budget());
        List<NamedRule> rules = next.trace().chain().rules();
        return rules.get(rules.size() - 1).name();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
                    users: 100 | pool: 2..60 | throughput: max | Switch settings under one load
                    users: 100 | threads: 4..200 | throughput: max | Switch settings under one load
                    users: 100 | 'pool: 2..60, threads: 4..200' | 'throughput: max, p99: 900ms' | Switch settings under one load
                    users: 100 | 'pool: 2..60, open-in-view: [true, false]' | throughput: max | Switch settings under one load
                    users: 100 | pool: 2..60 | 'throughput: ">= 150/s"' | Fit a queueing model
                    users: 100 | 'pool: 2..60, open-in-view: [true, false]' | 'throughput: ">= 150/s"' | Fit a queueing model
                    users: 100 | pool: 2..60 | 'throughput: ">= 150/s", p99: 3s' | Fit a queueing model
                    rate: 200/s | pool: 2..60 | 'throughput: ">= 150/s"' | Fit a queueing model
                    'ramp-until: {users: 200, over: 60s, errors: 2%}' | pool: 2..60 | throughput: max | Try settings across the whole range
                    'ramp-until: {users: 200, over: 60s, errors: 2%}' | none | none | Let the load grow until the service breaks
                    """)
    void what_it_tells_is_what_runs(String load, String tune, String goal, String told) {
        Experiment experiment = experiment(load, tune == null ? "" : tune, goal == null ? "" : goal);

        String plan = DryRun.of(experiment, "One trial takes 7s.");
        assertThat(STEPS.keySet()).filteredOn(plan::contains).containsExactly(told);
        assertThat(STEPS.get(told)).contains(second(experiment));
    }
}
