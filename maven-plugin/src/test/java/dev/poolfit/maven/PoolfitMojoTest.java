package dev.poolfit.maven;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.poolfit.junit.PoolfitProgram.Ended;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.junit.jupiter.api.Test;

/** What becomes of a build, by the exit code of the program. */
class PoolfitMojoTest {
    private static final String RESULTS = "Fail: the candidate is worse\nthan the base.\n\n  base  candidate";

    private final GateMojo gate = new GateMojo();

    @Test
    void a_verdict_fails_the_build_with_its_first_sentence() {
        assertThatExceptionOfType(MojoFailureException.class)
                .isThrownBy(() -> gate.require("gate", new Ended(1, RESULTS, "")))
                .withMessage("poolfit gate: Fail: the candidate is worse than the base.");
    }

    @Test
    void an_inconclusive_gate_fails_the_build_unless_it_may_pass() {
        var ended = new Ended(4, "Inconclusive: 4 turns.", "");
        assertThatExceptionOfType(MojoFailureException.class).isThrownBy(() -> gate.require("gate", ended));

        gate.inconclusive = "pass";
        assertThatCode(() -> gate.require("gate", ended)).doesNotThrowAnyException();
        assertThatExceptionOfType(MojoFailureException.class)
                .isThrownBy(() -> gate.require("gate", new Ended(1, RESULTS, "")));
    }

    @Test
    void a_gate_needs_a_build_before() {
        assertThatExceptionOfType(MojoExecutionException.class)
                .isThrownBy(gate::execute)
                .withMessageContaining("Give the build before")
                .withMessageContaining("baseArtifact");
    }

    @Test
    void what_is_neither_fail_nor_pass_is_refused_before_anything_is_started() {
        gate.inconclusive = "ignore";
        assertThatExceptionOfType(MojoExecutionException.class)
                .isThrownBy(gate::execute)
                .withMessageContaining("must be fail or pass, but is \"ignore\"");
    }

    @Test
    void bad_input_a_failed_environment_and_an_interruption_are_errors_of_the_build() {
        assertThatExceptionOfType(MojoExecutionException.class)
                .isThrownBy(() -> gate.require("tune", new Ended(2, "", "line 3: service.ready is missing")))
                .withMessage("poolfit tune ended with exit code 2:\nline 3: service.ready is missing");
        assertThatExceptionOfType(MojoExecutionException.class)
                .isThrownBy(() -> gate.require("tune", new Ended(130, "", "")))
                .withMessageContaining("was interrupted");
    }
}
