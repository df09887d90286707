package dev.poolfit.journal;

import static dev.poolfit.journal.JournalTest.SERIES;
import static dev.poolfit.journal.JournalTest.trial;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.units.Message;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a crash, a full disk or a hand left of a run is read as far as it is sound, and the rest is told. */
class JournalDamageTest {
    @TempDir
    Path folder;

    private RunFolder run() {
        return new RunFolder(folder.resolve("run"));
    }

    @Test
    void a_line_that_a_crash_cut_off_is_left_out_and_the_next_one_stands_alone() throws Exception {
        Journal journal = Journal.begin(run(), "name: x");
        journal.append(trial(1), SERIES);
        Files.writeString(run().trials(), "{\"number\":2,\"ro", StandardOpenOption.APPEND);
        Journal read = Journal.read(run());
        assertThat(read.trials()).containsExactly(trial(1));
        read.append(trial(2), SERIES);
        assertThat(Journal.read(run()).trials()).containsExactly(trial(1), trial(2));
    }

    @Test
    void a_line_cut_off_within_a_korean_letter_is_left_out_too() throws Exception {
        Journal.begin(run(), "name: x").append(trial(1), SERIES);
        byte[] torn = "{\"number\":2,\"failures\":{\"상태".getBytes(StandardCharsets.UTF_8);
        Files.write(run().trials(), Arrays.copyOf(torn, torn.length - 1), StandardOpenOption.APPEND);

        Journal read = Journal.read(run());
        assertThat(read.trials()).containsExactly(trial(1));
        read.append(trial(2), SERIES);
        assertThat(Journal.read(run()).trials()).containsExactly(trial(1), trial(2));
    }

    @Test
    void a_line_that_lacks_only_its_line_break_is_kept_and_the_next_one_stands_alone() throws Exception {
        Journal journal = Journal.begin(run(), "name: x");
        journal.append(trial(1), SERIES);
        journal.append(trial(2), SERIES);
        Files.writeString(run().trials(), Files.readString(run().trials()).stripTrailing());

        Journal read = Journal.read(run());
        read.append(trial(3), SERIES);
        assertThat(Journal.read(run()).trials()).containsExactly(trial(1), trial(2), trial(3));
    }

    @Test
    void the_next_trial_takes_no_number_and_no_series_of_one_that_is_kept() throws Exception {
        Journal journal = Journal.begin(run(), "name: x");
        journal.append(trial(1), SERIES);
        journal.append(trial(2), SERIES);
        Files.writeString(run().trials(), Files.readAllLines(run().trials()).get(1) + "\n");

        assertThat(Journal.read(run()).nextNumber()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    "number":1         | "number":"1"      | number must be a whole number of at least 1, but is "1"
                    "number":1         | "number":0        | number must be a whole number of at least 1, but is 0
                    "role":"search"    | "role":"sear"     | "sear" is no role of a trial
                    "pool":9           | "pol":9           | settings.pol is no knob
                    "pool":9           | "pool":99999999999 | pool must be at most 2147483647, but is 99999999999
                    "mean":158.25      | "mean":"NaN"      | throughput.mean must be a finite number, but is "NaN"
                    "mean":158.25      | "mean":1e999      | throughput.mean must be a finite number
                    "meanMs":600.5     | "meanMs":-1       | must be at least 0 and finite
                    "pool_active":8.9  | "pool_activ":8.9  | means.pool_activ is no metric
                    "pool_active":8.9  | "pool_active":null | means.pool_active must be a finite number, but is null
                    "not-steady"       | "unsteady"        | "unsteady" is no flag of a trial
                    "good":790         | "god":790         | good must be a whole number of at least 0, but is missing
                    2026-01-02T03:04:05Z | yesterday       | started must be a time
                    """, quoteCharacter = '`')
    void a_wrong_value_is_told_with_file_line_and_field(String right, String wrong, String reason) throws Exception {
        Journal.begin(run(), "name: x").append(trial(1), SERIES);
        String line = Files.readString(run().trials());
        assertThat(line).contains(right);
        Files.writeString(run().trials(), line.replace(right, wrong));

        assertThatThrownBy(() -> Journal.read(run()))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessageStartingWith(run().trials() + " is damaged in line 1: ")
                .hasMessageContaining(reason);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ''                                | 1 | the file is empty
                    'zweite,throughput~0,1~'          | 1 | the first column must be second, but is zweite
                    'second,speed~0,1~'               | 1 | speed is no metric
                    'second,throughput~0,1~1,fast~'   | 3 | throughput must be a number, but is fast
                    'second,throughput~0,1~1,NaN~'    | 3 | throughput must be finite, but is NaN
                    'second,throughput~0,1,2~'        | 2 | it must have 2 cells, but has 3
                    'second,throughput~0,1~5,1~'      | 3 | the second must be 1, but is 5
                    'second,throughput~0,1~\u00ff,1~' | 3 | it has bytes that are no text in UTF-8
                    """)
    void a_damaged_series_is_left_out_with_its_file_and_line_and_its_trial_stays(
            String damaged, int line, String reason) throws Exception {
        Journal journal = Journal.begin(run(), "name: x");
        journal.append(trial(1), SERIES);
        journal.append(trial(2), SERIES);
        Files.writeString(run().series(2), damaged.replace('~', '\n'), StandardCharsets.ISO_8859_1);

        Journal read = Journal.read(run());
        assertThat(read.trials()).containsExactly(trial(1), trial(2));
        assertThat(read.series()).isEqualTo(Map.of(1, SERIES));
        assertThat(read.damagedSeries())
                .containsExactly(Message.of("missing.series", 2, run().series(2).toString(), line, reason));
    }

    @Test
    void a_whole_number_that_no_double_holds_is_told() throws Exception {
        Journal.begin(run(), "name: x").append(trial(1), SERIES);
        String line = Files.readString(run().trials());
        Files.writeString(run().trials(), line.replace("\"mean\":158.25", "\"mean\":" + "2".repeat(400)));

        assertThatThrownBy(() -> Journal.read(run()))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessageContaining("throughput.mean must be a finite number");
    }

    @Test
    void what_a_damaged_series_holds_is_told_on_one_line() throws Exception {
        Journal journal = Journal.begin(run(), "name: x");
        journal.append(trial(1), SERIES);
        for (String damaged : new String[] {"second,pool\u00851\n0,1\n", "second,throughput\n0,1\u0085.inf\n"}) {
            Files.writeString(run().series(1), damaged);

            assertThat(Journal.read(run()).damagedSeries().toString())
                    .contains("missing.series")
                    .doesNotContain("\u0085");
        }
    }

    @Test
    void damage_before_the_last_line_is_told_with_its_line() throws Exception {
        Journal journal = Journal.begin(run(), "name: x");
        journal.append(trial(1), SERIES);
        Files.writeString(run().trials(), "nonsense\n" + Files.readString(run().trials()));
        assertThatThrownBy(() -> Journal.read(run()))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessageContaining("damaged in line 1");
    }
}
