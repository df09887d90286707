package dev.poolfit.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was appended is read back as it was, whatever a crash did to the last line. */
class JournalTest {
    @TempDir
    Path folder;

    private static final List<Sample> SERIES =
            List.of(new Sample(0, Map.of(Metric.THROUGHPUT, 150.0)), new Sample(1, Map.of(Metric.POOL_PENDING, 3.25)));

    private static Trial trial(int number) {
        return new Trial(
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

    @Test
    void a_note_of_changed_settings_is_found_from_anywhere_until_it_is_removed() {
        Map<String, String> environment =
                Map.of("XDG_STATE_HOME", folder.resolve("state").toString());
        Journal.begin(run(), "name: x");
        ChangeNote note = ChangeNote.write(run(), "{\"pid\":1}", environment);
        assertThat(ChangeNote.pending(environment)).singleElement().satisfies(pending -> {
            assertThat(pending.folder()).isEqualTo(run().path());
            assertThat(pending.found()).isEqualTo("{\"pid\":1}");
            assertThat(pending.owner()).isTrue();
        });
        note.remove();
        assertThat(ChangeNote.pending(environment)).isEmpty();
        assertThat(run().restore()).doesNotExist();
    }
}
