package dev.poolfit.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Interval;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the model says is shown where there is a model, and is never taken for what was measured. */
class ModelReportTest {
    private static String body(String name) {
        return HtmlReport.body(SampleRuns.named(name), Language.EN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stock", "board", "unreachable"})
    void the_page_shows_the_model_after_the_trials_and_before_the_series(String name) {
        assertThat(body(name))
                .containsSubsequence(
                        "Every setting that was tried", "What the model says", "Second by second", "Every trial");
    }

    @Test
    void a_run_without_a_model_does_not_speak_of_it() {
        Run run = SampleRuns.inconclusive();

        assertThat(HtmlReport.body(run, Language.EN)).doesNotContain("model");
        assertThat(VerdictText.of(run, Language.EN, Optional.empty(), false)).doesNotContain("odel");
        assertThat(ResultJson.of(run)).contains("\"predictions\" : [ ]", "\"model\" : null");
        assertThat(ChartData.of(run, Language.EN).get("curve")).isEmpty();
    }

    @Test
    void a_model_that_does_not_explain_the_trials_decides_nothing() {
        Run run = SampleRuns.unreachable();

        assertThat(HtmlReport.body(run, Language.EN))
                .contains(
                        "The model does not describe this service well enough. Nothing was decided by the model.",
                        "so the verdict does not use it")
                .doesNotContain("Limited by");
        assertThat(VerdictText.of(run, Language.EN, Optional.empty(), false).replaceAll("\\s+", " "))
                .contains("Nothing was decided by the model.");
        assertThat(ModelJson.model(run).get("limit").isNull()).isTrue();
    }

    @Test
    void the_verdict_names_what_limits_the_recommended_setting() {
        assertThat(body("stock")).contains("Limited by: <strong>the time that connections are held</strong>");
        assertThat(ModelJson.model(SampleRuns.stock()).get("limit").stringValue())
                .isEqualTo("hold");
        assertThat(body("board")).contains("Limited by: <strong>the database&#39;s CPU</strong>");
    }

    @Test
    void the_map_marks_the_recommended_cell_and_those_that_were_tried() {
        String board = body("board");

        assertThat(cells(board, "recommended")).containsExactly("252");
        assertThat(cells(board, "tried"))
                .as("9 × 20 and the rest of those that are cells, from the most threads down")
                .hasSize(8)
                .contains("251", "225");
        assertThat(board).contains("Tried between the map&#39;s cells: 10 × 200, 10 × 10.");
        assertThat(body("stock")).as("a single knob has no map").doesNotContain("class=\"heat");
    }

    private static List<String> cells(String page, String mark) {
        return Pattern.compile("<td class=\"" + mark + " \\w+\" style=\"--share:\\d+%\">(\\d+)<span")
                .matcher(page)
                .results()
                .map(each -> each.group(1))
                .toList();
    }

    @Test
    void every_tried_setting_stands_beside_its_prediction_and_failed_checks_are_told() {
        String page = body("unreachable");

        assertThat(page).contains(">+61.1\u00a0%</td>", "<td class=\"apart\">apart</td>", "✗ does not hold");
        assertThat(body("stock")).contains("−2.0\u00a0%").doesNotContain("✗", ">apart<");
    }

    @Test
    void texts_of_the_model_are_shown_as_text() {
        String section = body("odd").replaceAll("(?s).*What the model says", "");

        assertThat(section).contains("&lt;/script&gt;&lt;b&gt;재고").doesNotContain("</script><b>");
        assertThat(VerdictText.of(SampleRuns.oddName(), Language.EN, Optional.empty(), false))
                .contains("재고")
                .doesNotContain("\u001b");
    }

    @Test
    void the_result_holds_the_curve_and_the_tried_settings_beside_it_once_each() {
        var stock = ModelJson.predictions(SampleRuns.stock());
        var board = ModelJson.predictions(SampleBoard.board());

        assertThat(stock).as("every tried setting lies on the curve").hasSize(15);
        assertThat(board).as("13 of the curve, 9 with other threads or pools").hasSize(22);
        assertThat(stock.get(0).propertyNames())
                .containsExactly("settings", "throughput", "meanMs", "p99Ms", "errorRate", "limit", "extrapolated");
        assertThat(stock.get(14).get("limit").stringValue()).isEqualTo("database-cpu");
        assertThat(ModelJson.model(SampleRuns.stock()).propertyNames())
                .containsExactly(
                        "explains", "statement", "predictedInAdvance", "parameters", "checks", "assumptions", "limit");
    }

    @Test
    void the_script_gets_the_curve_with_its_words_written() {
        var point = ChartData.of(SampleBoard.board(), Language.EN).get("curve").get(0);

        assertThat(point.get("x").intValue()).isEqualTo(1);
        assertThat(point.get("group").intValue()).isEqualTo(20);
        assertThat(point.get("extrapolated").booleanValue()).isTrue();
        assertThat(point.get("words").get(0).stringValue())
                .isEqualTo("maximum-pool-size: 1, threads.max: 20 (predicted)");
    }

    @ParameterizedTest
    @CsvSource({
        "10, 20, 20, 30, agree",
        "10, 20, 20.1, 30, apart",
        "10, 40, 20, 30, agree",
        "10, Infinity, 20, 30, no interval"
    })
    void intervals_agree_when_they_have_a_value_in_common(
            double low, double high, double otherLow, double otherHigh, String words) {
        var measured = new Interval(low, low, high);
        var predicted = new Interval(otherHigh, otherLow, otherHigh);

        assertThat(Language.EN.text(ModelText.Agreement.of(measured, predicted)))
                .isEqualTo(words);
        assertThat(Language.EN.text(ModelText.Agreement.of(predicted, measured)))
                .isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource({"0.031, +3.1 %", "-0.004, −0.4 %", "0.00001, 0.0 %", "-0.0001, 0.0 %"})
    void a_difference_has_its_sign(double share, String words) {
        assertThat(Figures.change(share)).isEqualTo(words);
    }
}
