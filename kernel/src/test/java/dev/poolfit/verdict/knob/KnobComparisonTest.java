package dev.poolfit.verdict.knob;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.verdict.SearchProblem;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class KnobComparisonTest {
    private static final Settings ON = Settings.ofPoolAndThreads(10, 200).with(Knob.OPEN_IN_VIEW, true);
    private static final Settings OFF = ON.with(Knob.OPEN_IN_VIEW, false);
    private static final SearchProblem PROBLEM =
            KnobSearchTest.problem(KnobSearchTest.VIEW, KnobSearchTest.HIGHEST, Settings.of(Knob.OPEN_IN_VIEW, true));

    private static Trial trial(int number, Settings settings, double rate, double compiling) {
        return TrialBuilder.trial(number)
                .role(Role.COMPARE)
                .at(settings)
                .rate(rate, 2)
                .read(Metric.JIT_TIME, compiling)
                .build();
    }

    private static Interval ratio(Trial... own) {
        List<Trial> judged = KnobConclusion.judged(List.of(own), List.of()).trials();
        return new KnobComparison(PROBLEM, Knob.OPEN_IN_VIEW, List.of(ON, OFF), judged, judged)
                .result()
                .others()
                .get(0)
                .ratio()
                .orElseThrow();
    }

    /** The second value had the more compiled code of the two. */
    @Test
    void a_round_from_when_the_service_was_cold_is_left_out() {
        Interval ratio =
                ratio(trial(1, ON, 60, 400), trial(2, OFF, 80, 300), trial(3, OFF, 100, 10), trial(4, ON, 100, 10));

        assertThat(ratio.mean()).isCloseTo(1, Offset.offset(1e-9));
    }

    @Test
    void of_a_service_that_gave_no_more_later_each_round_counts() {
        Interval ratio =
                ratio(trial(1, ON, 60, 400), trial(2, OFF, 80, 300), trial(3, OFF, 80, 10), trial(4, ON, 60, 10));

        assertThat(ratio.mean()).isCloseTo(80.0 / 60, Offset.offset(1e-9));
    }
}
