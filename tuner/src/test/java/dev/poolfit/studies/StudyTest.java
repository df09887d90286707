package dev.poolfit.studies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Service;
import dev.poolfit.experiment.file.ExperimentReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every study carries an experiment file, and the demo service has its profile and its data for each database. */
class StudyTest {
    private static final Path EXAMPLES = Path.of("..", "examples");
    private static final Path DEMO = Path.of("..", "demo", "src", "main", "resources");

    @ParameterizedTest
    @EnumSource
    void theExperimentIsTheExampleAndStartsTheServiceWithItsProfile(Study study) throws IOException {
        String text = study.experiment();

        assertThat(text).isEqualTo(Files.readString(EXAMPLES.resolve(study.id() + ".yaml")));
        Experiment experiment = new ExperimentReader(Map.of("PORT", "4711", "DB_PASSWORD", "hush"))
                .read(text, EXAMPLES)
                .experiment();
        assertThat(experiment.name()).startsWith(study.id());
        assertThat(experiment.service().target())
                .asInstanceOf(type(Service.Launch.class))
                .extracting(Service.Launch::command)
                .asString()
                .contains("--spring.profiles.active=" + study.id());
        assertThat(experiment.load().requests())
                .allMatch(request -> request.url().contains("127.0.0.1:4711/"));
        assertThat(experiment.database()).isPresent();
        assertThat(experiment.ceiling()).isPresent();
        assertThat(experiment.budget()).isLessThan(Duration.ofMinutes(6));
    }

    @ParameterizedTest
    @EnumSource
    void whatWasPublishedStandsBesideWhatIsMeasured(Study study) throws IOException {
        var texts = study.mends() ? List.of(study.experiment(), study.mendedExperiment()) : List.of(study.experiment());
        for (String text : texts) {
            var experiment = new ExperimentReader(Map.of("DB_PASSWORD", "hush"))
                    .read(text, EXAMPLES)
                    .experiment();
            assertThat(experiment.earlier().orElseThrow().rows()).hasSizeGreaterThanOrEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theServiceKnowsTheStudy(Study study) throws IOException {
        assertThat(DEMO.resolve("application-" + study.id() + ".yml")).exists();
        try (var scripts = Files.list(DEMO.resolve(study.id()))) {
            assertThat(scripts.map(Path::toString).toList())
                    .anyMatch(script -> script.endsWith("-mariadb.sql"))
                    .anyMatch(script -> script.endsWith("-postgresql.sql"));
        }
    }
}
