package dev.poolfit.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.WebServer;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** What is to be pasted is YAML that says just the settings, whatever the experiment is called. */
class SettingsPatchTest {
    private static Object parsed(String name) {
        return new Load(LoadSettings.builder().build())
                .loadFromString(SettingsPatch.of(SampleRuns.named(name), Language.EN));
    }

    @ParameterizedTest
    @ValueSource(strings = {"stock", "odd"})
    void the_tuned_and_the_fixed_settings_are_there_with_every_connection_kept_open(String name) {
        assertThat(parsed(name))
                .isEqualTo(Map.of(
                        "spring",
                        Map.of(
                                "datasource",
                                Map.of(
                                        "hikari",
                                        Map.of(
                                                "maximum-pool-size", 19,
                                                "minimum-idle", 19,
                                                "connection-timeout", 3000))),
                        "server",
                        Map.of("tomcat", Map.of("threads", Map.of("max", 100)))));
    }

    @ParameterizedTest
    @CsvSource({"JETTY, jetty, max", "UNDERTOW, undertow, worker"})
    void the_threads_are_those_of_the_server_that_was_tuned(WebServer server, String parent, String name) {
        Run stock = SampleRuns.stock();
        Run other = asked(stock.question().name(), server);

        assertThat(new Load(LoadSettings.builder().build()).loadFromString(SettingsPatch.of(other, Language.EN)))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("server", Map.of(parent, Map.of("threads", Map.of(name, 100))));
        assertThat(Phrases.property(other, Knob.THREADS)).isEqualTo("threads." + name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"unreachable", "inconclusive"})
    void without_a_recommendation_nothing_is_set(String name) {
        assertThat(SettingsPatch.of(SampleRuns.named(name), Language.EN).lines())
                .isNotEmpty()
                .allMatch(line -> line.startsWith("#"));
    }

    @Test
    void no_name_of_an_experiment_adds_a_line() {
        Run named = asked("a\u0085server:\u2028  port: 1\u2029x: 2\u000By: 3\uD800", WebServer.TOMCAT);

        String patch = SettingsPatch.of(named, Language.EN);

        assertThat(patch.split("[\\n\\r\\u000B\\u0085\\u2028\\u2029]"))
                .hasSameSizeAs(SettingsPatch.of(SampleRuns.stock(), Language.EN).split("\n"));
        assertThat(patch.codePoints().filter(c -> Character.getType(c) == Character.SURROGATE))
                .isEmpty();
    }

    @Test
    void two_knobs_of_one_server_stand_under_one_key() {
        assertThat(SettingsPatch.of(SampleBoard.board(), Language.EN).lines().filter("  tomcat:"::equals))
                .hasSize(1);
    }

    /** The run of the studies' first service, as if it had been asked so. */
    private static Run asked(String name, WebServer server) {
        Run stock = SampleRuns.stock();
        var question = stock.question();
        return new Run(
                new Run.Question(
                        SampleExperiments.named(question.experiment(), name)
                                .withSpace(new SearchSpace(
                                        question.space().ranges(),
                                        question.space().choices(),
                                        server)),
                        question.load()),
                stock.conclusion(),
                stock.trials(),
                stock.series(),
                stock.circumstances());
    }
}
