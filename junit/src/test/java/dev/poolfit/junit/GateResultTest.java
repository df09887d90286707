package dev.poolfit.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.poolfit.junit.GateResult.Figure;
import dev.poolfit.junit.GateResult.Inconclusive;
import dev.poolfit.junit.GateResult.NeededPool;
import dev.poolfit.junit.GateResult.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** What a gate printed is read, and decides a test. */
class GateResultTest {
    private static GateResult of(Verdict verdict) {
        return new GateResult(
                verdict,
                List.of(new GateResult.Check("throughput", verdict, "80 % of the base.")),
                Map.of(),
                Optional.of(new NeededPool(12, 19, true)));
    }

    @Test
    void the_json_of_a_real_gate_is_read() throws IOException {
        GateResult result;
        try (var recorded = GateResultTest.class.getResourceAsStream("gate.json")) {
            result = new GateJson(new String(recorded.readAllBytes(), StandardCharsets.UTF_8)).result();
        }

        assertThat(result.verdict()).isEqualTo(Verdict.PASS);
        assertThat(result.checks()).extracting(GateResult.Check::name).containsExactly("throughput", "errors");
        assertThat(result.ratios()).containsKeys(Figure.values());
        GateResult.Interval throughput = result.ratios().get(Figure.THROUGHPUT);
        assertThat(throughput.mean()).isBetween(throughput.low(), throughput.high());
        assertThat(result.neededPool()).contains(new NeededPool(5, 5, false));
    }

    @Test
    void a_pass_passes() {
        for (Inconclusive each : Inconclusive.values()) {
            assertThatCode(() -> of(Verdict.PASS).require(each)).doesNotThrowAnyException();
        }
    }

    @Test
    void a_fail_fails_with_the_figures() {
        for (Inconclusive each : Inconclusive.values()) {
            assertThatExceptionOfType(AssertionFailedError.class)
                    .isThrownBy(() -> of(Verdict.FAIL).require(each))
                    .withMessageContaining("throughput: fail. 80 % of the base.")
                    .withMessageContaining("12 with the base, 19 with the candidate");
        }
    }

    @Test
    void what_is_not_certain_aborts_fails_or_passes_as_told() {
        GateResult uncertain = of(Verdict.INCONCLUSIVE);
        assertThatExceptionOfType(TestAbortedException.class).isThrownBy(() -> uncertain.require(Inconclusive.ABORT));
        assertThatExceptionOfType(AssertionFailedError.class).isThrownBy(() -> uncertain.require(Inconclusive.FAIL));
        assertThatCode(() -> uncertain.require(Inconclusive.PASS)).doesNotThrowAnyException();
    }
}
