package dev.poolfit.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.MeasuredTrial;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Periods;
import dev.poolfit.evidence.ResponseTimes;
import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import dev.poolfit.units.Message;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What was appended is read back as it was, whatever a crash did to the last line. */
class JournalTest {
    @TempDir
    Path folder;

    private static final List<Sample> SERIES =
            List.of(new Sample(0, Map.of(Metric.THROUGHPUT, 150.0)), new Sample(1, Map.of(Metric.POOL_PENDING, 3.25)));

    private static MeasuredTrial trial(int number) {
        return new MeasuredTrial(
                new Trial.Identity(
                        number, Role.SEARCH, Settings.ofPoolAndThreads(9, 100), Instant.parse("2026-01-02T03:04:05Z")),
                new Trial.Span(2, 5),
                new Trial.Responses(
                        new Interval(158.25, 155, 161.5),
                        790,
                        1,
                        600.5,
                        new Interval(1200, 1100, 1300),
                        Map.of("status 503", 1L)),
                new Trial.Readings(Map.of(Metric.POOL_ACTIVE, 8.9), Map.of(Metric.POOL_PENDING, 91.0)),
                Set.of(Flag.NOT_STEADY, Flag.ENDED_EARLY));
    }

    private RunFolder run() {
        return new RunFolder(folder.resolve("run"));
    }

    @Test
    void trials_and_series_are_read_back_as_they_were() {
        Journal journal = Journal.begin(run(), "name: x\n");
        journal.append(trial(1), SERIES);
        journal.append(trial(2), SERIES);
        Journal read = Journal.read(run());
        assertThat(read.trials()).containsExactly(trial(1), trial(2));
        assertThat(read.series()).isEqualTo(Map.of(1, SERIES, 2, SERIES));
        assertThat(read.experiment()).isEqualTo("name: x\n");
    }

    @Test
    void what_was_expected_of_a_trial_is_read_back() {
        MeasuredTrial trial = trial(1);
        var expected = new MeasuredTrial(
                new Trial.Identity(1, trial.role(), trial.settings(), trial.started(), OptionalDouble.of(158.25)),
                trial.span(),
                trial.responses(),
                trial.readings(),
                trial.noted());
        Journal.begin(run(), "name: x").append(expected, SERIES);
        assertThat(Journal.read(run()).trials()).containsExactly(expected);
    }

    /** Runs of an earlier version have periods without trends. */
    @Test
    void periods_are_read_back_with_their_trends_and_without() throws Exception {
        MeasuredTrial trial = trial(1);
        var switched = new MeasuredTrial(
                trial.identity(),
                trial.span(),
                trial.responses(),
                trial.readings(),
                trial.noted(),
                Optional.of(new Periods(3, List.of(150.0, 160.5), List.of(0.1, -0.2))));
        Journal.begin(run(), "name: x").append(switched, SERIES);
        assertThat(Journal.read(run()).trials()).containsExactly(switched);

        Path file = run().trials();
        Files.writeString(file, Files.readString(file).replace(",\"trends\":[0.1,-0.2]", ""));

        assertThat(Journal.read(run()).trials().get(0).periods()).contains(new Periods(3, List.of(150.0, 160.5)));
    }

    /** Runs of an earlier version have no response times but the mean and one percentile. */
    @Test
    void response_times_are_read_back_and_are_none_where_an_earlier_version_kept_none() throws Exception {
        MeasuredTrial trial = trial(1);
        var latency = new Histogram(3);
        latency.recordValue(700);
        latency.recordValue(600_000);
        Trial.Responses seen = trial.responses();
        var timed = new MeasuredTrial(
                trial.identity(),
                trial.span(),
                new Trial.Responses(
                        seen.throughput(),
                        seen.good(),
                        seen.failed(),
                        seen.meanMs(),
                        seen.p99Ms(),
                        seen.failures(),
                        List.of(ResponseTimes.of("", 1, 1, latency), ResponseTimes.of("GET /a", 0, 1, latency))),
                trial.readings(),
                trial.noted());
        Journal.begin(run(), "name: x").append(timed, SERIES);
        assertThat(Journal.read(run()).trials()).containsExactly(timed);

        Path file = run().trials();
        Files.writeString(file, Files.readString(file).replaceAll(",\"times\":\\[.*]}]", ""));

        assertThat(Journal.read(run()).trials()).containsExactly(trial);
    }

    @Test
    void an_interval_without_ends_is_read_back() {
        MeasuredTrial trial = trial(1);
        var unbounded = new MeasuredTrial(
                trial.identity(),
                trial.span(),
                new Trial.Responses(
                        new Interval(5, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY),
                        10,
                        0,
                        1,
                        trial.p99Ms(),
                        Map.of()),
                trial.readings(),
                trial.noted());
        Journal.begin(run(), "name: x").append(unbounded, List.of());
        Journal read = Journal.read(run());
        assertThat(read.trials()).containsExactly(unbounded);
        assertThat(read.series()).isEqualTo(Map.of(1, List.of()));
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
    void a_trial_that_the_disk_has_no_room_for_is_told_with_its_figures_and_its_file() throws Exception {
        assumeTrue(Files.isWritable(FullDisk.DEVICE));
        Journal journal = Journal.begin(run(), "name: x");
        try (var disk = new FullDisk()) {
            disk.fill(run().trials());

            assertThatThrownBy(() -> journal.append(trial(4), SERIES))
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessageContaining("trial 4 was measured, but cannot be kept (pool 9, threads 100: 158.3/s)")
                    .hasMessageContaining("cannot write " + run().trials())
                    .hasMessageContaining("No space left");
        }
        assertThat(journal.trials()).isEmpty();
    }

    @Test
    void a_folder_that_vanished_or_was_unmounted_takes_no_part_of_a_run() throws Exception {
        Journal journal = Journal.begin(run(), "name: x");
        journal.append(trial(1), SERIES);
        Files.move(run().path(), folder.resolve("elsewhere"));
        Files.createDirectory(run().path());

        assertThatThrownBy(() -> journal.append(trial(2), SERIES))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessageContaining("trial 2 was measured");
        assertThat(run().trials()).doesNotExist();
    }

    @Test
    void only_the_owner_can_read_a_run() throws Exception {
        Path parent = folder.resolve("runs");
        var own = new RunFolder(parent.resolve("own"));
        Journal.begin(own, "name: x").append(trial(1), SERIES);
        own.write(own.report(), "<html>");

        assertThat(rights(own.path())).isEqualTo("rwx------");
        assertThat(rights(parent)).isNotEqualTo("rwx------");
        try (var files = Files.walk(own.path())) {
            assertThat(files.filter(Files::isRegularFile))
                    .hasSize(4)
                    .allSatisfy(file -> assertThat(rights(file)).isEqualTo("rw-------"));
        }
    }

    @Test
    void a_folder_that_the_user_made_keeps_its_rights_but_the_files_of_the_run_are_for_their_owner_alone()
            throws Exception {
        Path given = Files.createDirectory(
                folder.resolve("given"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        var run = new RunFolder(given);
        Files.createDirectory(given.resolve("series"));
        Files.createFile(
                run.trials(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--")));
        Journal.read(run).append(trial(1), SERIES);

        assertThat(rights(given)).isEqualTo("rwxr-xr-x");
        assertThat(rights(run.trials())).isEqualTo("rw-------");
    }

    private static String rights(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void the_log_of_an_earlier_service_is_kept_with_its_run() throws Exception {
        Journal.begin(run(), "name: first").append(trial(1), SERIES);
        Files.writeString(run().serviceLog(), "of the first");
        run().beginServiceLog(false);
        Files.writeString(run().serviceLog(), "of one that never got ready");
        run().beginServiceLog(false);
        Files.writeString(run().serviceLog(), "of the second");
        Journal.begin(run(), "name: second");

        var earlier = new RunFolder(run().path().resolve("earlier-1"));
        assertThat(Journal.read(earlier).trials()).containsExactly(trial(1));
        assertThat(earlier.serviceLog()).hasContent("of the first");
        assertThat(run().serviceLog()).hasContent("of the second");
        assertThat(run().path().resolve("earlier-2")).doesNotExist();
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

    @Test
    void an_interrupt_loses_no_trial() {
        Journal journal = Journal.begin(run(), "name: x");
        Thread.currentThread().interrupt();
        journal.append(trial(1), SERIES);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(Journal.read(run()).trials()).containsExactly(trial(1));
    }

    @Test
    void an_earlier_run_in_the_folder_is_moved_aside() {
        Journal.begin(run(), "name: first").append(trial(1), SERIES);
        Journal second = Journal.begin(run(), "name: second");
        assertThat(second.trials()).isEmpty();
        assertThat(Journal.read(new RunFolder(run().path().resolve("earlier-1")))
                        .trials())
                .containsExactly(trial(1));
    }
}
