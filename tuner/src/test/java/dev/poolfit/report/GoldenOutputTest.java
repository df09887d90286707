package dev.poolfit.report;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a person or a script reads of a run is the same in every locale and time zone, and changes only on purpose. */
class GoldenOutputTest {
    private static Run run(String name) {
        return SampleRuns.named(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stock", "board", "unreachable", "inconclusive", "odd"})
    void the_verdict_reads_as_in_its_file(String name) throws IOException {
        Golden.check(
                name + ".txt",
                () -> VerdictText.of(run(name), Language.EN, Optional.of("runs/stock/report.html"), false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"stock", "board", "unreachable", "inconclusive", "odd"})
    void the_settings_to_paste_read_as_in_their_file(String name) throws IOException {
        Golden.check(name + ".yml", () -> SettingsPatch.of(run(name), Language.EN));
    }

    @ParameterizedTest
    @ValueSource(strings = {"stock", "unreachable", "inconclusive"})
    void the_result_reads_as_in_its_file(String name) throws IOException {
        Golden.check(name + ".json", () -> ResultJson.of(run(name)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"stock", "board", "inconclusive"})
    void the_trials_read_as_in_their_files(String name) throws IOException {
        Golden.check(name + "-trials.csv", () -> TrialCsv.of(run(name)));
    }
}
