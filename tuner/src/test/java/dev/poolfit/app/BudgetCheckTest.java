package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.LoadEnd;
import dev.poolfit.experiment.file.ExperimentFile;
import dev.poolfit.experiment.file.ExperimentReader;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.load.LoadRun;
import dev.poolfit.report.Language;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a load's tool fails, its own words are told, with what the script alone says. */
class BudgetCheckTest {
    @TempDir
    Path folder;

    /** @param survey what the tool answers */
    private record Asked(Function<Load, LoadEngine.Survey> survey) implements LoadEngine {
        @Override
        public Survey survey(Load load) {
            return survey.apply(load);
        }

        @Override
        public LoadRun start(Load load, long seed, Consumer<ClientSecond> everySecond) {
            throw new UnsupportedOperationException("nothing is started to look at a budget");
        }

        @Override
        public void close() {}
    }

    private ExperimentFile experiment(String load) throws IOException {
        Files.writeString(folder.resolve("script.js"), "");
        var plan = Objects.requireNonNull(LoadEngine.class.getResourceAsStream("tool/jmx-finite-missing-csv.jmx"));
        Files.write(folder.resolve("plan.jmx"), plan.readAllBytes());
        return new ExperimentReader(Map.of()).read("""
                service: {attach: {port: 8080}}
                load: %s
                tune: {pool: 2..20}
                goal: {throughput: max}
                """.formatted(load), folder);
    }

    private static LoadEngine.Survey refused(Load load) {
        throw new EnvironmentFailure("k6 refuses the script: no such host.", "correct it");
    }

    private static String said(BudgetCheck check) {
        return Language.EN.text(check.said());
    }

    @Test
    void a_tool_that_refuses_the_script_is_quoted() throws IOException {
        BudgetCheck check = BudgetCheck.require(experiment("{k6: script.js}"), new Asked(BudgetCheckTest::refused));

        assertThat(said(check))
                .isEqualTo("What one trial of this load takes is not known: k6 refuses the script: no such host.");
    }

    @Test
    void a_plan_that_ends_is_told_where_its_tool_fails_as_well() throws IOException {
        BudgetCheck check = BudgetCheck.require(experiment("{jmeter: plan.jmx}"), new Asked(BudgetCheckTest::refused));

        assertThat(said(check)).contains("after 100 requests", "loop forever", "no such host");
        assertThat(check.goesOn()).isFalse();
    }

    @Test
    void stages_that_are_too_short_to_be_measured_are_refused_with_their_line_before_anything_runs()
            throws IOException {
        var brief = new Load.Stages(List.of(new Load.Stage(Duration.ofSeconds(2), 5)));
        ExperimentFile own =
                experiment("{stages: [{for: 2s, users: 5}], requests: [{get: \"http://127.0.0.1:8080/\"}]}");
        ExperimentFile script = experiment("{k6: script.js}");
        var engine = new Asked(load -> new LoadEngine.Survey("k6", load.withShape(brief), Optional.empty()));

        assertThatThrownBy(() -> BudgetCheck.require(own, engine))
                .isInstanceOf(InvalidExperiment.class)
                .hasMessageContaining(
                        "line 2: load.stages must have at least 80 % of its busiest stage's users for 5 ");
        assertThatThrownBy(() -> BudgetCheck.require(script, engine))
                .isInstanceOf(InvalidExperiment.class)
                .hasMessageContaining("line 2: load.k6 must have ")
                .hasMessageEndingWith("lengthen the script's busiest stage, or give load.users");
    }

    @Test
    void a_script_that_ends_is_told_in_place_of_what_the_budget_pays_for() throws IOException {
        var end = new LoadEnd(LoadEnd.Cause.ITERATIONS, 500, Optional.empty());
        BudgetCheck check = BudgetCheck.require(
                experiment("{k6: script.js}"), new Asked(load -> new LoadEngine.Survey("k6", load, Optional.of(end))));

        assertThat(said(check)).contains("after 500 iterations", "load.users").doesNotContain("pays for");
        assertThat(check.goesOn()).isFalse();
    }
}
