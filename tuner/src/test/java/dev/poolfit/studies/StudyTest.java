package dev.poolfit.studies;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Every study carries an experiment file, and the demo service has its profile and its data for each database. */
class StudyTest {
    private static final Path DEMO = Path.of("..", "demo", "src", "main", "resources");

    @ParameterizedTest
    @EnumSource
    void theExperimentFileIsYamlOnceThePlaceholdersAreFilled(Study study) throws IOException {
        String file = study.experimentTemplate()
                .replaceAll("\\$\\{(DEMO_JAR|PORT|MANAGEMENT_PORT|DB_URL|DB_USER|DB_PASSWORD)}", "1");

        assertThat(file).doesNotContain("${").contains("spring.profiles.active=" + study.id());
        assertThat(new Load(LoadSettings.builder().build()).loadFromString(file))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.map(String.class, Object.class))
                .containsKeys("name", "service", "database", "load", "tune", "goal", "ceiling", "budget")
                .extracting("load")
                .isInstanceOf(Map.class);
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
