package dev.poolfit.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.awaitility.Awaitility.await;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.LoadGuard;
import dev.poolfit.experiment.Script;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real k6 runs a user's script, and its points become the same seconds that the built-in engine reports. */
class K6LoadEngineTest {
    private static Path k6;

    @TempDir
    Path folder;

    @BeforeAll
    static void install() throws Exception {
        k6 = Tools.k6();
    }

    private static Seconds run(Load load, int seconds) {
        var reported = new Seconds();
        try (LoadEngine engine = LoadEngines.of(load)) {
            LoadRun run = engine.start(load, 1, reported);
            reported.awaitAtLeast(seconds);
            run.stop(Duration.ofSeconds(1));
        }
        return reported;
    }

    @Test
    void a_script_runs_as_it_is_and_every_request_is_counted() throws Exception {
        try (var service = TestService.thatAnswersAfter(20)) {
            Path script = Scripts.k6(folder, "{ vus: 4, duration: '60s' }", service.at("/from-script"), 0.03);
            Seconds seconds = run(Scripts.load(script, k6, new Load.Scripted()), 4);
            assertThat(service.targets).containsOnly("/from-script");
            assertThat(seconds.failures()).isEmpty();
            assertThat(seconds.sum(ClientSecond::good))
                    .isPositive()
                    .isLessThanOrEqualTo(service.answered.get())
                    .isGreaterThan(service.answered.get() / 2);
            assertThat(seconds.latency().getMinValue()).isGreaterThanOrEqualTo(19_000);
            assertThat(seconds.all().get(2).users()).isEqualTo(4);
            assertThat(seconds.cpu()).isBetween(0.0, 1.0);
        }
    }

    @Test
    void poolfits_users_take_the_place_of_the_scripts_own() throws Exception {
        try (var service = TestService.thatAnswersAfter(20)) {
            Path script = Scripts.k6(folder, "{ vus: 1, duration: '1s' }", service.at("/"), 0);
            Seconds seconds = run(Scripts.load(script, k6, new Load.Users(7)), 4);
            assertThat(seconds.all().get(3).users()).isEqualTo(7);
        }
    }

    @Test
    void three_segments_give_the_users_and_the_percentiles_of_one_process() throws Exception {
        try (var service = TestService.that((vertx, request, answer) ->
                vertx.setTimer(10 + 10 * (Math.abs(System.nanoTime()) % 10), answer))) {
            Path script = Scripts.k6(
                    folder,
                    "{ scenarios: { a: { executor: 'constant-vus', vus: 12, duration: '60s' } } }",
                    service.at("/"),
                    0.02);
            Seconds one = run(Scripts.load(script, k6, new Load.Scripted()), 6);
            String segment = k6 + " {args}";
            var three = Load.of(
                    new Script.K6(script, "k6", Map.of(), List.of(segment, segment, segment)),
                    new Load.Scripted(),
                    Set.of());
            Seconds together = run(three, 6);
            assertThat(together.all().get(4).users())
                    .isEqualTo(12)
                    .isEqualTo(one.all().get(4).users());
            assertThat(rate(together)).isCloseTo(rate(one), withinPercentage(25));
            assertThat((double) together.latency().getValueAtPercentile(50))
                    .isCloseTo(one.latency().getValueAtPercentile(50), withinPercentage(25));
        }
    }

    private static double rate(Seconds seconds) {
        return seconds.all().stream()
                .skip(1)
                .mapToLong(ClientSecond::good)
                .average()
                .orElseThrow();
    }

    @Test
    void a_host_that_nobody_named_gets_nothing() throws Exception {
        Path script = Scripts.k6(folder, "{ vus: 1, duration: '60s' }", "http://192.0.2.1/", 0.1);
        Seconds seconds = run(Scripts.load(script, k6, new Load.Scripted()), 1);
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
            Path script = Scripts.k6(folder, "{ vus: 2, duration: '3s' }", service.at("/"), 0.01);
            Load load = Scripts.load(script, k6, new Load.Scripted());
            var seconds = new Seconds();
            try (LoadEngine engine = LoadEngines.of(load)) {
                LoadRun run = engine.start(load, 1, seconds);
                await().atMost(Duration.ofSeconds(20)).until(run::ended);
                assertThat(run.failure()).isEmpty();
            }
            assertThat(seconds.all()).hasSizeBetween(2, 3);
            try (var files = Files.list(folder)) {
                assertThat(files).containsExactly(script);
            }
        }
    }
}
