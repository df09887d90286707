package dev.poolfit.experiment.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.experiment.Earlier;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.Rate;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An earlier table is read whole, or what is wrong with it is told with its line. */
class EarlierReaderTest {
    private static ExperimentFile read(String earlier) {
        return new ExperimentReader(Map.of()).read("""
                service:
                  attach: {port: 8080}
                  ready: http://127.0.0.1:8080/
                load:
                  users: 10
                  requests: [{get: 'http://127.0.0.1:8080/'}]
                tune: {pool: 2..20}
                goal: {throughput: max}
                """ + earlier, Path.of("."));
    }

    @Test
    void a_table_has_a_title_and_a_rate_a_setting() {
        var read = read("""
                earlier:
                  title: the published study
                  rows:
                    - {threads: 6, pool: 1, throughput: 119.83/s}
                    - {pool: 10, throughput: 82/s}
                """);

        assertThat(read.experiment().earlier())
                .contains(new Earlier(
                        "the published study",
                        List.of(
                                new Earlier.Row(Settings.ofPoolAndThreads(1, 6), new Rate(119.83)),
                                new Earlier.Row(Settings.of(Knob.POOL, 10), new Rate(82)))));
    }

    @Test
    void everything_wrong_with_it_is_told_at_once() {
        assertThatThrownBy(() -> read("""
                        earlier:
                          rows:
                            - {pool: 10}
                            - {throughput: 82/s}
                            - {pool: 0, throughput: fast}
                          colour: red
                        """))
                .isInstanceOf(InvalidExperiment.class)
                .hasMessageContaining("earlier.rows[0].throughput")
                .hasMessageContaining("earlier.rows[1].pool")
                .hasMessageContaining("earlier.rows[2].throughput")
                .hasMessageContaining("earlier.colour");
        assertThatThrownBy(() -> read("earlier: {title: nothing}\n"))
                .hasMessageContaining("earlier.rows")
                .hasMessageContaining("list what was measured");
    }
}
