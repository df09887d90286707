package dev.poolfit.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whole gates, as a goal and as a test. They take minutes: run them by {@code -Dgates.whole} after a change. A build beside itself
 * is not worse; whether that is certain, the machine decides.
 */
@EnabledIfSystemProperty(named = "gates.whole", matches = ".*", disabledReason = "takes minutes; -Dgates.whole runs it")
class VerdictIT {
    @Test
    void a_released_build_beside_the_same_build(@TempDir Path folder) throws Exception {
        try (var project = new SampleProject(folder)) {
            project.release("1.0.0");
            SampleProject.Built built = project.build(
                            "poolfit:gate",
                            "-Dpoolfit.baseArtifact=com.example:shop:1.0.0",
                            "-Dpoolfit.inconclusive=pass",
                            "-Dpoolfit.junit=target/gate.xml")
                    .requireSuccess(true);

            assertThat(built.log()).containsPattern("\\[INFO] Pass:|\\[WARNING] Inconclusive:");
            assertThat(Files.readString(project.path("target/gate.xml"))).contains("<testcase");
        }
    }

    @Test
    void a_test_with_a_gate_passes_or_is_aborted(@TempDir Path folder) throws Exception {
        try (var project = new SampleProject(folder)) {
            SampleProject.Built built = project.build("surefire:test", "-Dtest=ShopTest#the_shop_is_as_good*")
                    .requireSuccess(true);

            assertThat(built.log())
                    .containsPattern("The gate's verdict is (PASS|INCONCLUSIVE)")
                    .contains("throughput: ", "Connections for the base's throughput: ");
        }
    }
}
