package dev.poolfit.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Interval;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.Performance.Standing;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** A run that ended before it knew anything is shown as well, and no figure is ever written that is not a number. */
class BareRunTest {
    private static Run bare(Optional<Performance> recommended) {
        Run stock = SampleRuns.stock();
        return new Run(
                stock.question(),
                new Conclusion(
                        recommended.isPresent() ? Outcome.RECOMMENDED : Outcome.INCONCLUSIVE,
                        new Conclusion.Choice(
                                recommended,
                                Optional.empty(),
                                Optional.empty(),
                                recommended.stream().toList()),
                        Conclusion.Grounds.of(List.of()),
                        OptionalInt.empty()),
                List.of(),
                Map.of(),
                stock.circumstances());
    }

    private static Performance unbounded() {
        var settings = SampleRuns.stock().trials().get(0).settings();
        var unknown = new Interval(12.5, 0, Double.POSITIVE_INFINITY);
        return new Performance(settings, 1, unknown, 80, unknown, new Interval(0, 0, 0), Standing.MEETS);
    }

    @Test
    void a_run_without_trials_is_shown() {
        Run run = bare(Optional.empty());

        assertThat(HtmlReport.body(run, Language.EN))
                .contains("No verdict yet.")
                .doesNotContain("<figure");
        assertThat(VerdictText.of(run, Language.EN, Optional.empty(), false))
                .startsWith("No verdict")
                .contains("0 trials");
        assertThat(ResultJson.of(run)).contains("\"recommendation\" : null", "\"ceiling\" : null");
    }

    @Test
    void a_prediction_for_a_setting_that_answered_nothing_has_no_difference() {
        var none = new Interval(0, 0, Double.POSITIVE_INFINITY);
        var settings = SampleRuns.stock().trials().get(0).settings();
        Run run = bare(Optional.of(new Performance(settings, 1, none, 0, none, new Interval(1, 1, 1), Standing.MEETS)));
        run = new Run(
                run.question(),
                SampleRuns.predicted(run.conclusion(), SampleForecasts.stock()),
                run.trials(),
                run.series(),
                run.circumstances());

        assertThat(HtmlReport.body(run, Language.EN))
                .contains("<td class=\"figure\">–</td>", "no interval")
                .doesNotContain("Infinity", "NaN", "∞");
        assertThat(ResultJson.of(run)).doesNotContain("Infinity", "NaN");
    }

    @Test
    void a_bound_that_is_not_known_is_null_in_the_result_and_no_interval_in_words() {
        Run run = bare(Optional.of(unbounded()));

        assertThat(ResultJson.of(run)).contains("\"high\" : null").doesNotContain("Infinity", "NaN");
        assertThat(Json.embedded(ChartData.of(run, Language.EN))).doesNotContain("Infinity", "NaN");
        assertThat(VerdictText.of(run, Language.EN, Optional.empty(), false)).contains("12.5/s (no interval)");
        assertThat(HtmlReport.body(run, Language.EN)).doesNotContain("Infinity", "NaN", "∞");
    }
}
