package dev.poolfit.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The verdict fits a terminal, and only its own emphasis reaches it. */
class VerdictTextTest {
    @ParameterizedTest
    @ValueSource(strings = {"stock", "board", "unreachable", "inconclusive", "odd"})
    void no_line_is_wider_than_100_columns(String name) {
        assertThat(VerdictText.of(SampleRuns.named(name), Language.EN, Optional.empty(), false)
                        .lines())
                .allSatisfy(line -> assertThat(Columns.width(line)).isLessThanOrEqualTo(100));
    }

    @Test
    void a_name_cannot_steer_the_terminal() {
        assertThat(VerdictText.of(SampleRuns.oddName(), Language.EN, Optional.of("\u001b[2J"), false))
                .doesNotContain("\u001b");
    }

    @Test
    void colour_changes_no_word() {
        String coloured = VerdictText.of(SampleRuns.stock(), Language.EN, Optional.empty(), true);

        assertThat(coloured).startsWith("\u001b[1;32mmaximum-pool-size: 19\u001b[0m — ");
        assertThat(coloured.replaceAll("\u001b\\[[0-9;]*m", ""))
                .isEqualTo(VerdictText.of(SampleRuns.stock(), Language.EN, Optional.empty(), false));
    }
}
