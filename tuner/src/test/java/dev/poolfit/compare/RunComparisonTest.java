package dev.poolfit.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.report.Language;
import dev.poolfit.report.Run;
import dev.poolfit.report.SampleRuns;
import dev.poolfit.verdict.reason.WhyThis;
import java.util.List;
import java.util.OptionalDouble;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Runs stand side by side with the ratio of what they gave, and with what else was different. */
class RunComparisonTest {
    private static ComparedRun compared(String name, Run run, int cores) {
        return new ComparedRun(name, run, cores, OptionalDouble.of(cores));
    }

    @Test
    void a_run_beside_itself_gives_the_same_with_the_noise_of_both() {
        var comparison = new RunComparison(
                List.of(compared("old", SampleRuns.stock(), 2), compared("new", SampleRuns.stock(), 2)));
        Interval rate =
                SampleRuns.stock().conclusion().recommended().orElseThrow().throughput();
        Interval ratio = comparison.runs().get(1).over(comparison.runs().get(0)).orElseThrow();

        assertThat(comparison.differences()).isEmpty();
        assertThat(ratio.mean()).isCloseTo(1, Offset.offset(1e-12));
        assertThat(Math.log(ratio.high()))
                .isCloseTo(Math.sqrt(2) * Math.log(rate.high() / rate.low()) / 2, Offset.offset(1e-9));
        assertThat(new ComparisonView(comparison, Language.EN).text())
                .contains("new gives 100.0 % (", "no significant difference", "pool that is needed is the same")
                .satisfies(text -> assertThat(text.lines()).allMatch(line -> line.length() <= 80));
    }

    @Test
    void a_pool_that_is_enough_while_the_smallest_is_open_tells_no_change_of_what_is_needed() {
        Run decided = SampleRuns.stock();
        Settings answer = decided.conclusion().recommended().orElseThrow().settings();
        var open = new Run(
                decided.question(),
                decided.conclusion().with(new WhyThis.Between(answer.with(Knob.POOL, 1), answer)),
                decided.trials(),
                decided.series(),
                decided.circumstances(),
                decided.revisits());
        var comparison = new RunComparison(List.of(compared("old", decided, 2), compared("new", open, 2)));

        assertThat(new ComparisonView(comparison, Language.EN).text()).doesNotContain("pool that is needed");
    }

    @Test
    void another_machine_is_told_before_any_ratio() {
        var comparison = new RunComparison(
                List.of(compared("old", SampleRuns.stock(), 2), compared("new", SampleRuns.stock(), 8)));
        String text = new ComparisonView(comparison, Language.EN).text();

        assertThat(text).contains("not measured alike", "cores of the machine: 2, and 8 in new");
        assertThat(text.indexOf("not measured alike")).isLessThan(text.indexOf("gives"));
        assertThat(new ComparisonView(comparison, Language.EN).json()).contains("\"comparable\" : false");
        assertThat(new ComparisonView(comparison, Language.KO).text()).contains("측정 조건이 같지 않습니다");
    }

    @Test
    void a_page_shows_every_run_and_needs_no_script() {
        var comparison = new RunComparison(
                List.of(compared("<old>", SampleRuns.stock(), 2), compared("new", SampleRuns.stock(), 2)));

        assertThat(new ComparisonView(comparison, Language.EN).page("test"))
                .contains("&lt;old&gt;", "<svg class=\"runs\"", "pool ")
                .doesNotContain("<script", "{{", "<old>");
    }
}
