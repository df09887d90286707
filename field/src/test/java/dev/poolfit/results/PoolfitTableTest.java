package dev.poolfit.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.evidence.Observation;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of Poolfit's CSV become observations; what is blank stays unknown; rows of the same setting are one. */
class PoolfitTableTest {
    @TempDir
    private Path folder;

    private Results read(String text) {
        return Written.results(folder, text);
    }

    @Test
    void a_whole_row_becomes_an_observation() {
        Observation only = read("""
                pool,threads,users,think_ms,connection_timeout_ms,throughput,mean_ms,p99_ms,errors_per_s
                20,100,150,250,3000,165.5,306,1390,0
                """).observations().get(0);

        assertThat(only.settings())
                .isEqualTo(Settings.ofPoolAndThreads(20, 100).with(Knob.CONNECTION_TIMEOUT, Duration.ofSeconds(3)));
        assertThat(only.users()).hasValue(150);
        assertThat(only.thinkSeconds()).hasValue(0.25);
        assertThat(only.throughput()).hasValue(165.5);
        assertThat(only.meanMs()).hasValue(306);
        assertThat(only.p99Ms()).hasValue(1390);
        assertThat(only.errorsPerSecond()).hasValue(0);
        assertThat(only.origin()).isEqualTo("line 2");
        assertThat(only.runs()).isEqualTo(1);
        assertThat(only.deviation()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pool,throughput\n10,82\n20,165\n",
                "pool;throughput\r\n10;82\r\n20;165\r\n",
                "pool\tthroughput\n10\t82\n20\t165",
                "\uFEFFpool,throughput\r\n10,82\r\n20,165\r\n",
                "  Throughput , POOL \n 82 , 10\n\n165,  20\n,\n",
                "\"throughput\",\"pool\"\n\"82\",\"10\"\n\"165\",20\n",
                "throughput,pool\n8.2e1,+10\n165.0,20.0\n",
            })
    void separators_order_case_blanks_quotes_and_line_ends_are_free(String text) {
        Results results = read(text);

        assertThat(results.observations())
                .extracting(
                        each -> each.settings().count(Knob.POOL),
                        each -> each.throughput().getAsDouble())
                .containsExactly(
                        org.assertj.core.api.Assertions.tuple(10, 82.0),
                        org.assertj.core.api.Assertions.tuple(20, 165.0));
        assertThat(results.notices()).isEmpty();
    }

    @Test
    void blank_cells_and_missing_columns_are_unknown() {
        Observation only =
                read("pool,threads,throughput\n ,100,82\n").observations().get(0);

        assertThat(only.settings()).isEqualTo(Settings.of(Knob.THREADS, 100));
        assertThat(List.of(only.users(), only.thinkSeconds(), only.meanMs(), only.p99Ms(), only.errorsPerSecond()))
                .containsOnly(OptionalDouble.empty());
    }

    @Test
    void runs_of_the_same_setting_are_merged_to_mean_and_deviation() {
        List<Observation> observations = read("""
                pool,users,throughput,mean_ms
                5,100,90,10
                10,100,200,
                5,100,110,20
                5,50,60,
                """).observations();

        assertThat(observations).extracting(Observation::origin).containsExactly("lines 2, 4", "line 3", "line 5");
        Observation merged = observations.get(0);
        assertThat(merged.runs()).isEqualTo(2);
        assertThat(merged.throughput()).hasValue(100);
        assertThat(merged.meanMs()).hasValue(15);
        assertThat(merged.deviation().getAsDouble()).isCloseTo(Math.sqrt(200) / 100, within(1e-12));
    }

    @Test
    void columns_that_are_not_known_are_passed_over_and_named() {
        assertThat(read("pool,colour,throughput,pending\n5,red,90,3\n6,red,95,3\n")
                        .notices())
                .containsExactly("Columns that are not known are passed over: \"colour\", \"pending\".");
    }

    @Test
    void one_row_is_read_with_a_notice() {
        assertThat(read("pool,throughput\n5,90\n").notices())
                .singleElement()
                .asString()
                .contains("one row");
    }

    @Test
    void a_hundred_thousand_rows_become_one_observation_a_setting() {
        var text = new StringBuilder("pool,threads,throughput,mean_ms\n");
        for (int i = 0; i < 100_000; i++) {
            text.append(i % 50 + 1)
                    .append(",100,")
                    .append(100 + i % 2 * 2 + i % 50)
                    .append(",12.5\n");
        }
        List<Observation> observations = read(text.toString()).observations();

        assertThat(observations).hasSize(50);
        assertThat(observations).allSatisfy(each -> assertThat(each.runs()).isEqualTo(2_000));
        Observation first = observations.get(0);
        assertThat(first.origin()).isEqualTo("lines 2, 52, 102, 152, 202 and 1,995 more");
        assertThat(first.throughput().getAsDouble()).isCloseTo(100, within(1e-9));
        assertThat(first.meanMs()).hasValue(12.5);
    }
}
