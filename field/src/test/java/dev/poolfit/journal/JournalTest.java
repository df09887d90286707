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
import dev.poolfit.plan.NamedRule;
import dev.poolfit.plan.Role;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was appended is read back as it was, from files that are for their owner alone. */
class JournalTest {
    @TempDir
    Path folder;

    static final List<Sample> SERIES =
            List.of(new Sample(0, Map.of(Metric.THROUGHPUT, 150.0)), new Sample(1, Map.of(Metric.POOL_PENDING, 3.25)));

    static MeasuredTrial trial(int number) {
        return TrialBuilder.trial(number)
                .role(Role.SEARCH)
                .at(9, 100)
                .started(Instant.parse("2026-01-02T03:04:05Z"))
                .lasting(2, 5)
                .rate(158.25, 3.25)
                .good(790)
                .failed("status 503", 1)
                .responseMs(600.5)
                .p99Ms(1200, 100)
                .read(Metric.POOL_ACTIVE, 8.9)
                .peak(Metric.POOL_PENDING, 91)
                .flags(Flag.NOT_STEADY, Flag.ENDED_EARLY)
                .measured();
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
        MeasuredTrial expected = TrialBuilder.like(trial(1)).expecting(158.25).measured();
        Journal.begin(run(), "name: x").append(expected, SERIES);
        assertThat(Journal.read(run()).trials()).containsExactly(expected);
    }

    /** Runs of an earlier version have no rules. */
    @Test
    void the_rules_that_led_to_a_trial_are_read_back_and_are_none_where_an_earlier_version_kept_none()
            throws Exception {
        MeasuredTrial asked = TrialBuilder.like(trial(1))
                .rules(
                        new NamedRule("rate", "model-out-of-reach", List.of(Quantity.share(0.5))),
                        new NamedRule(
                                "without-model",
                                "confirm",
                                List.of(2),
                                List.of(Message.of("because.left", Quantity.time(9_000)))))
                .measured();
        Journal.begin(run(), "name: x").append(asked, SERIES);
        assertThat(Journal.read(run()).trials()).containsExactly(asked);

        Path file = run().trials();
        Files.writeString(file, Files.readString(file).replaceAll(",\"rule\":.*?,\"warmSeconds\"", ",\"warmSeconds\""));

        assertThat(Journal.read(run()).trials()).containsExactly(trial(1));
    }

    @Test
    void a_rule_that_no_poolfit_names_so_is_damage() throws Exception {
        MeasuredTrial asked = TrialBuilder.like(trial(1))
                .rules(new NamedRule("rate", "confirm", List.of()))
                .measured();
        Journal.begin(run(), "name: x").append(asked, SERIES);
        Path file = run().trials();
        Files.writeString(file, Files.readString(file).replace("\"confirm\"", "\"a,b\""));

        assertThatThrownBy(() -> Journal.read(run()))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessageContaining("rule.name must be a name of small letters, digits, dots and hyphens");
    }

    /** Runs of an earlier version have periods without trends. */
    @Test
    void periods_are_read_back_with_their_trends_and_without() throws Exception {
        MeasuredTrial switched = TrialBuilder.like(trial(1))
                .periods(new Periods(3, List.of(150.0, 160.5), List.of(0.1, -0.2)))
                .measured();
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
        MeasuredTrial timed = TrialBuilder.like(trial)
                .times(List.of(ResponseTimes.of("", 1, 1, latency), ResponseTimes.of("GET /a", 0, 1, latency)))
                .measured();
        Journal.begin(run(), "name: x").append(timed, SERIES);
        assertThat(Journal.read(run()).trials()).containsExactly(timed);

        Path file = run().trials();
        Files.writeString(file, Files.readString(file).replaceAll(",\"times\":\\[.*]}]", ""));

        assertThat(Journal.read(run()).trials()).containsExactly(trial);
    }

    @Test
    void an_interval_without_ends_is_read_back() {
        MeasuredTrial unbounded = TrialBuilder.like(trial(1))
                .rate(new Interval(5, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY))
                .measured();
        Journal.begin(run(), "name: x").append(unbounded, List.of());
        Journal read = Journal.read(run());
        assertThat(read.trials()).containsExactly(unbounded);
        assertThat(read.series()).isEqualTo(Map.of(1, List.of()));
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
