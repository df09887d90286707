package dev.poolfit.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The goals, and the gate of a test, in a project as a user has it. */
class GoalsIT {
    @TempDir
    private static Path folder = Path.of("");

    private static SampleProject project;

    @BeforeAll
    static void make() throws Exception {
        project = new SampleProject(folder);
    }

    @AfterAll
    static void remove() throws Exception {
        project.close();
    }

    @Test
    void diagnose_starts_the_service_and_says_who_holds_its_connections() throws Exception {
        SampleProject.Built built =
                project.build("poolfit:diagnose", "-Dpoolfit.for=2s").requireSuccess(true);

        assertThat(built.log()).contains("/items/{id}").doesNotContain("\u001b[K");
        assertThat(project.path("target/poolfit/diagnose/report.html")).exists();
        assertThat(project.listens()).isFalse();
    }

    @Test
    void tune_takes_parameters_and_arguments() throws Exception {
        SampleProject.Built built = project.build(
                        "poolfit:tune", "-Dpoolfit.budget=4m", "-Dpoolfit.arguments=--dry-run")
                .requireSuccess(true);

        assertThat(built.log()).contains("4m");
    }

    @Test
    void a_gate_whose_base_does_not_start_fails_the_build_and_says_why() throws Exception {
        SampleProject.Built built = project.build("poolfit:gate", "-Dpoolfit.base=echo no database here; exit 7")
                .requireSuccess(false);

        assertThat(built.log())
                .contains(
                        "[INFO] starting the base", "poolfit gate ended with exit code 3", "[ERROR] no database here");
    }

    @Test
    void a_test_with_such_a_gate_fails_and_says_why() throws Exception {
        SampleProject.Built built = project.build("surefire:test", "-Dtest=ShopTest#a_base_that_does_not_start*")
                .requireSuccess(false);

        assertThat(built.log())
                .contains("Errors: 1", "GateFailure The gate has no verdict, exit code 3", "no database here")
                .doesNotContain("never printed");
    }

    @Test
    void all_goals_can_be_skipped() throws Exception {
        SampleProject.Built built = project.build("poolfit:tune", "poolfit:gate", "poolfit:diagnose", "-Dpoolfit.skip")
                .requireSuccess(true);

        assertThat(built.log().split("Skipped: poolfit.skip is set", -1)).hasSize(4);
    }
}
