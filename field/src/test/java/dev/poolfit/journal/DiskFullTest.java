package dev.poolfit.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.MeasuredTrial;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import dev.poolfit.plan.Role;
import dev.poolfit.testing.TrialBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Wherever the disk is full, the file is named with what to do, and what was written before can still be read. */
class DiskFullTest {
    private static final List<Sample> SERIES = List.of(new Sample(0, Map.of(Metric.THROUGHPUT, 150.0)));

    @TempDir
    Path folder;

    private final FullDisk disk = new FullDisk();

    @BeforeEach
    void onlyWhereThereIsSuchADevice() {
        assumeThat(FullDisk.DEVICE).exists();
    }

    @AfterEach
    void putBack() {
        disk.close();
    }

    private RunFolder run() {
        return new RunFolder(folder.resolve("run"));
    }

    private static MeasuredTrial trial(int number) {
        return TrialBuilder.trial(number)
                .role(Role.SEARCH)
                .lasting(2, 5)
                .flags(Flag.NOT_STEADY)
                .measured();
    }

    private static void assertTold(Runnable write, Path file) {
        assertThatThrownBy(write::run)
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("No space left on device")
                .satisfies(failure ->
                        assertThat(((EnvironmentFailure) failure).remedy()).contains("free the disk"));
    }

    @Test
    void no_run_begins() {
        disk.fill(draft(run().experiment()));
        assertTold(() -> Journal.begin(run(), "name: x"), run().experiment());
    }

    @Test
    void a_series_that_does_not_fit_is_told_and_the_trials_before_it_stay() {
        Journal journal = Journal.begin(run(), "name: x");
        journal.append(trial(1), SERIES);
        disk.fill(draft(run().series(2)));
        assertTold(() -> journal.append(trial(2), SERIES), run().series(2));
        assertThat(Journal.read(run()).trials()).containsExactly(trial(1));
    }

    @Test
    void a_trial_that_does_not_fit_is_told() {
        Journal journal = Journal.begin(run(), "name: x");
        disk.fill(run().trials());
        assertTold(() -> journal.append(trial(1), SERIES), run().trials());
        assertThat(journal.trials()).isEmpty();
    }

    @Test
    void no_setting_is_changed_without_its_note() {
        Journal.begin(run(), "name: x");
        disk.fill(draft(run().restore()));
        Map<String, String> environment =
                Map.of("XDG_STATE_HOME", folder.resolve("state").toString());
        assertTold(() -> ChangeNote.write(run(), "{\"pid\":1}", environment), run().restore());
    }

    private static Path draft(Path file) {
        return file.resolveSibling(file.getFileName() + ".draft");
    }
}
