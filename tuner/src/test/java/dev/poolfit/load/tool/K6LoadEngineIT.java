package dev.poolfit.load.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.app.LoadEngines;
import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.LoadGuard;
import dev.poolfit.experiment.Script;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.load.LoadRun;
import dev.poolfit.load.Seconds;
import dev.poolfit.load.http.Scripts;
import dev.poolfit.load.http.TestService;
import dev.poolfit.testing.Patience;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real k6 runs a user's script, and its points become the same seconds that the built-in engine reports. */
class K6LoadEngineIT {
    private static Path k6;

    @TempDir
    Path folder;

    @BeforeAll
    static void install() throws Exception {
        k6 = Tools.k6();
    }

    private static Seconds run(Load load, Predicate<Seconds> until) {
        var reported = new Seconds();
        try (LoadEngine engine = LoadEngines.of(load)) {
            LoadRun run = engine.start(load, 1, reported);
            Patience.await().until(() -> until.test(reported));
            run.stop(Duration.ofSeconds(1));
        }
        return reported;
    }

    @Test
    void a_script_runs_as_it_is_and_every_request_is_counted() throws Exception {
        try (var service = TestService.thatAnswersAfter(20)) {
            Path script = Scripts.k6(folder, "{ vus: 4, duration: '10m' }", service.at("/from-script"), 0.03);
            Seconds seconds = run(
                    Scripts.load(script, k6, new Load.Scripted()),
                    reported -> reported.answered(40) && reported.hadUsers(4));
            assertThat(service.targets).containsOnly("/from-script");
            assertThat(seconds.failures()).isEmpty();
            assertThat(seconds.sum(ClientSecond::good)).isLessThanOrEqualTo(service.answered.get());
            assertThat(seconds.latency().getMinValue()).isGreaterThanOrEqualTo(19_000);
            assertThat(seconds.all()).allMatch(second -> second.users() <= 4 && 0 <= second.cpu() && second.cpu() <= 1);
        }
    }

    @Test
    void poolfits_users_take_the_place_of_the_scripts_own() throws Exception {
        try (var service = TestService.thatAnswersAfter(20)) {
            Path script = Scripts.k6(folder, "{ vus: 1, duration: '1s' }", service.at("/"), 0);
            Seconds seconds = run(Scripts.load(script, k6, new Load.Users(7)), reported -> reported.hadUsers(7));
            assertThat(seconds.all()).allMatch(second -> second.users() <= 7);
        }
    }

    @Test
    void three_segments_have_the_users_of_one_process_between_them() throws Exception {
        try (var service = TestService.thatAnswersAfter(10)) {
            Path script = Scripts.k6(
                    folder,
                    "{ scenarios: { a: { executor: 'constant-vus', vus: 12, duration: '10m' } } }",
                    service.at("/"),
                    0.02);
            String segment = k6 + " {args}";
            var three = Load.of(
                    new Script.K6(script, "k6", Map.of(), List.of(segment, segment, segment)),
                    new Load.Scripted(),
                    Set.of());
            // Each user of k6 keeps a connection of its own.
            Seconds together = run(
                    three,
                    reported -> reported.hadUsers(12) && service.connections.get() == 12 && reported.answered(100));
            assertThat(service.connections).hasValue(12);
            assertThat(together.all()).allMatch(second -> second.users() <= 12);
            assertThat(together.sum(ClientSecond::good)).isLessThanOrEqualTo(service.answered.get());
            assertThat(together.failures()).isEmpty();
        }
    }

    @Test
    void a_host_that_nobody_named_gets_nothing() throws Exception {
        Path script = Scripts.k6(folder, "{ vus: 1, duration: '60s' }", "http://192.0.2.1/", 0.1);
        Seconds seconds = run(
                Scripts.load(script, k6, new Load.Scripted()),
                reported -> !reported.failures().isEmpty());
        assertThat(seconds.failures()).containsOnlyKeys(LoadGuard.NOT_ALLOWED);
    }

    @Test
    void the_stages_of_a_script_are_known_before_it_runs() throws Exception {
        Path script = Scripts.k6(
                folder,
                "{ stages: [{ duration: '10s', target: 20 }, { duration: '1m30s', target: 5 }] }",
                "http://127.0.0.1:9/",
                0);
        Load load = Scripts.load(script, k6, new Load.Scripted());
        try (LoadEngine engine = LoadEngines.of(load)) {
            LoadEngine.Survey survey = engine.survey(load);
            assertThat(survey.generator()).startsWith("k6 v1.");
            assertThat(survey.load().shape())
                    .isEqualTo(new Load.Stages(List.of(
                            new Load.Stage(Duration.ofSeconds(10), 20), new Load.Stage(Duration.ofSeconds(90), 5))));
        }
    }

    @Test
    void a_syntax_error_is_told_in_k6s_own_words_with_its_line() throws Exception {
        Path script = Files.writeString(folder.resolve("broken.js"), "export default function () {\n  if (\n}\n");
        Load load = Scripts.load(script, k6, new Load.Scripted());
        try (LoadEngine engine = LoadEngines.of(load)) {
            assertThatThrownBy(() -> engine.survey(load))
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessageContaining("broken.js: Line 3");
            assertThatThrownBy(() -> engine.start(load, 1, new Seconds()))
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessageContaining("broken.js: Line 3");
        }
    }

    @Test
    void a_script_that_ends_by_itself_ends_the_load_and_leaves_no_files() throws Exception {
        try (var service = TestService.thatAnswersAfter(5)) {
            Path script = Scripts.k6(folder, "{ vus: 2, iterations: 60 }", service.at("/"), 0.1);
            Load load = Scripts.load(script, k6, new Load.Scripted());
            var seconds = new Seconds();
            try (LoadEngine engine = LoadEngines.of(load)) {
                LoadRun run = engine.start(load, 1, seconds);
                Patience.await().until(run::ended);
                assertThat(run.failure()).isEmpty();
            }
            assertThat(service.answered).hasValue(60);
            // Its last second is not a whole one.
            assertThat(seconds.sum(ClientSecond::good)).isBetween(1L, 60L);
            try (var files = Files.list(folder)) {
                assertThat(files).containsExactly(script);
            }
        }
    }
}
