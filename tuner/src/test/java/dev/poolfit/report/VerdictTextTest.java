package dev.poolfit.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Interval;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Performance;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The verdict fits a terminal, and only its own emphasis reaches it. */
class VerdictTextTest {
    @ParameterizedTest
    @ValueSource(strings = {"stock", "board", "unreachable", "inconclusive", "odd"})
    void no_line_is_wider_than_80_columns(String name) {
        assertThat(VerdictText.of(SampleRuns.named(name), Language.EN, Optional.empty(), false)
                        .lines())
                .allSatisfy(line -> assertThat(Columns.width(line)).isLessThanOrEqualTo(80));
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

    /** The board's run, its answer with another interval. */
    private static String board(Interval answer) {
        Run run = SampleBoard.board();
        Conclusion conclusion = run.conclusion();
        Performance old = conclusion.recommended().orElseThrow();
        var performance = new Performance(
                old.settings(), old.trials(), answer, old.meanMs(), old.p99Ms(), old.errorRate(), old.standing());
        var other = new Conclusion(
                conclusion.outcome(),
                new Conclusion.Choice(
                        Optional.of(performance), conclusion.baseline(), conclusion.smaller(), conclusion.tried()),
                conclusion.grounds(),
                conclusion.poolLimit());
        return VerdictText.of(
                new Run(run.question(), other, run.trials(), run.series(), run.circumstances()),
                Language.EN,
                Optional.empty(),
                false);
    }

    @Test
    void initial_settings_none_of_whose_trials_counts_are_marked_and_not_compared() {
        Run run = SampleBoard.board();
        Conclusion said = run.conclusion();
        Performance before = said.baseline().orElseThrow();
        var counted = said.tried().stream()
                .filter(each -> !each.settings().equals(before.settings()))
                .toList();
        var other = new Run(
                run.question(),
                new Conclusion(
                        said.outcome(),
                        new Conclusion.Choice(said.recommended(), said.baseline(), said.smaller(), counted),
                        said.grounds(),
                        said.poolLimit()),
                run.trials(),
                run.series(),
                run.circumstances());

        assertThat(VerdictText.of(other, Language.EN, Optional.empty(), false))
                .contains("before (not valid)")
                .doesNotContain("×");
        assertThat(ResultJson.of(other)).contains("\"valid\" : false", "\"gain\" : null");
        assertThat(HtmlReport.of(other, Language.EN))
                .contains("before (not valid)")
                .doesNotContain("was 231");
        assertThat(HtmlReport.of(run, Language.EN)).contains("was 231");
    }

    @Test
    void initial_settings_that_were_measured_at_another_time_are_marked_and_not_compared() {
        Run run = SampleBoard.board();
        Conclusion said = run.conclusion();
        var apart = new Conclusion(
                said.outcome(), said.choice().withGain(Optional.empty()), said.grounds(), said.poolLimit());
        var other = new Run(run.question(), apart, run.trials(), run.series(), run.circumstances());

        assertThat(VerdictText.of(other, Language.EN, Optional.empty(), false))
                .contains("before (at another time)")
                .doesNotContain("×");
        assertThat(ResultJson.of(other)).contains("\"apart\" : true", "\"gain\" : null");
        assertThat(HtmlReport.of(other, Language.EN))
                .contains("before (at another time)")
                .doesNotContain("was 231");
    }

    @Test
    void a_gain_that_noise_may_have_made_is_no_gain() {
        assertThat(board(new Interval(250, 245, 255)))
                .contains("×1.08 the throughput (1.04–1.12) with 4 fewer connections.");
        assertThat(board(new Interval(250, 200, 300)))
                .contains("No significant difference in throughput (×1.08, 0.88–1.32)")
                .doesNotContain("the throughput (");
    }
}
