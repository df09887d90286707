package dev.poolfit.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.Database;
import dev.poolfit.experiment.Earlier;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.file.ExperimentReader;
import dev.poolfit.experiment.file.PlantedFile;
import dev.poolfit.verdict.earlier.ReferenceComparison;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No report tells a secret of the experiment file, in either language. */
class SecretsInReportsTest {
    static IntStream seeds() {
        return IntStream.range(0, 20);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void every_report_names_the_reference(int seed) {
        PlantedFile planted = PlantedFile.sound(new SplittableRandom(1_000 + seed));
        Experiment experiment = new ExperimentReader(planted.environment())
                .read(planted.text(), Path.of(""))
                .experiment();
        Run run = about(experiment);
        for (Language language : Language.values()) {
            for (String report : List.of(
                    ResultJson.of(run),
                    HtmlReport.of(run, language),
                    SettingsPatch.of(run, language),
                    VerdictText.of(run, language, Optional.empty(), false),
                    TrialCsv.of(run))) {
                assertThat(report).doesNotContain(planted.secrets());
            }
        }
        assertThat(ResultJson.of(run)).contains("${V", "******");
    }

    private static Run about(Experiment experiment) {
        Run sample = SampleRuns.stock();
        var circumstances = sample.circumstances();
        return new Run(
                Run.Question.of(experiment),
                sample.conclusion(),
                sample.trials(),
                sample.series(),
                new Run.Circumstances(
                        circumstances.started(),
                        circumstances.loadSeconds(),
                        circumstances.totalSeconds(),
                        experiment.database().map(Database::title),
                        circumstances.maxConnections(),
                        circumstances.version(),
                        circumstances.missingProbes(),
                        circumstances.notes()),
                sample.revisits()
                        .map(table -> new ReferenceComparison(
                                experiment.earlier().map(Earlier::title).orElseThrow(), table.rows())));
    }
}
