package dev.poolfit.load.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.app.LoadEngines;
import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.LoadGuard;
import dev.poolfit.experiment.Script;
import dev.poolfit.experiment.Secret;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.load.LoadRun;
import dev.poolfit.load.Seconds;
import dev.poolfit.load.http.TestService;
import dev.poolfit.testing.Patience;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The real JMeter runs a plan, and its JTL becomes seconds as it grows. */
class JmeterLoadEngineIT {
    private static Path jmeter;

    @TempDir
    Path folder;

    @BeforeAll
    static void install() throws Exception {
        jmeter = Tools.jmeter();
    }

    private Load load(Path plan, String url, int users) {
        return Load.of(
                new Script.Jmeter(
                        plan,
                        jmeter.toString(),
                        Map.of("port", new Secret("" + URI.create(url).getPort()))),
                new Load.Users(users),
                Set.of());
    }

    @Test
    void a_plan_gets_its_properties_and_its_results_are_read_while_it_runs() throws Exception {
        try (var service = TestService.thatAnswersAfter(20)) {
            Path plan = Files.copy(Path.of("..", "examples", "shop.jmx"), folder.resolve("shop.jmx"));
            Load load = load(plan, service.at("/"), 6);
            var seconds = new Seconds();
            try (LoadEngine engine = LoadEngines.of(load)) {
                assertThat(engine.survey(load).generator()).isEqualTo("JMeter 5.6.3");
                LoadRun run = engine.start(load, 1, seconds);
                Patience.await().until(() -> seconds.answered(20) && seconds.hadUsers(6));
                assertThat(run.ended()).isFalse();
                run.stop(Duration.ofSeconds(5));
            }
            assertThat(seconds.failures()).isEmpty();
            assertThat(seconds.sum(ClientSecond::good)).isPositive().isLessThanOrEqualTo(service.answered.get());
            assertThat(seconds.all()).allMatch(second -> second.users() <= 6);
            assertThat(seconds.latency().getMinValue()).isGreaterThanOrEqualTo(18_000);
            try (var files = Files.list(folder)) {
                assertThat(files).containsExactly(plan);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"HttpClient4, true, false", "Java, false, true", "Java, true, false"})
    void a_redirect_leads_out_by_none_of_its_clients(String client, boolean followed, boolean automatically)
            throws Exception {
        try (var service = TestService.thatRedirectsTo("http://192.0.2.1/")) {
            String shop = Files.readString(Path.of("..", "examples", "shop.jmx"));
            String way = "<stringProp name=\"HTTPSampler.implementation\">" + client + "</stringProp>"
                    + "<boolProp name=\"HTTPSampler.auto_redirects\">" + automatically + "</boolProp>"
                    + "<boolProp name=\"HTTPSampler.follow_redirects\">" + followed + "</boolProp>";
            Path plan = Files.writeString(
                    folder.resolve("shop.jmx"),
                    shop.replace("<boolProp name=\"HTTPSampler.follow_redirects\">true</boolProp>", way));
            assertThat(failuresOf(load(plan, service.at("/"), 2))).containsOnlyKeys(LoadGuard.NOT_ALLOWED);
        }
    }

    @Test
    void a_redirect_to_a_machine_that_nobody_named_gets_nothing() throws Exception {
        try (var service = TestService.thatRedirectsTo("http://192.0.2.1/")) {
            Path plan = Files.copy(Path.of("..", "examples", "shop.jmx"), folder.resolve("shop.jmx"));
            assertThat(failuresOf(load(plan, service.at("/"), 2))).containsOnlyKeys(LoadGuard.NOT_ALLOWED);
        }
    }

    @Test
    void a_host_that_only_the_running_plan_knew_gets_nothing() throws Exception {
        String shop = Files.readString(Path.of("..", "examples", "shop.jmx"));
        Path plan = Files.writeString(
                folder.resolve("shop.jmx"), shop.replace("${__P(host,127.0.0.1)}", "${__groovy('192.0.2.' + 1)}"));
        assertThat(failuresOf(load(plan, "http://127.0.0.1:9/", 2))).containsOnlyKeys(LoadGuard.NOT_ALLOWED);
    }

    private static Map<String, Long> failuresOf(Load load) {
        var seconds = new Seconds();
        try (LoadEngine engine = LoadEngines.of(load)) {
            LoadRun run = engine.start(load, 1, seconds);
            Patience.await().until(() -> !seconds.failures().isEmpty());
            run.stop(Duration.ofSeconds(5));
        }
        return seconds.failures();
    }

    @Test
    void a_plan_that_jmeter_cannot_load_is_told_in_its_words() throws Exception {
        Path plan = Files.writeString(
                folder.resolve("half.jmx"),
                "<jmeterTestPlan version=\"1.2\"><hashTree><NoSuchElement/></hashTree></jmeterTestPlan>");
        Load load = load(plan, "http://127.0.0.1:9/", 1);
        try (LoadEngine engine = LoadEngines.of(load)) {
            assertThatThrownBy(() -> engine.start(load, 1, new Seconds()))
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessageContaining("NoSuchElement");
        }
    }
}
