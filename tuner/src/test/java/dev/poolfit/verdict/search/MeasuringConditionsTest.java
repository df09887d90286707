package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.OtherPrograms;
import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.Trial;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.reason.Condition;
import dev.poolfit.verdict.reason.Reason;
import dev.poolfit.verdict.reason.Undecided;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Other programs spoil a trial, unless they are there in most of the run; the verdict then says how much they used. */
class MeasuringConditionsTest {
    private static final Reason FIRST = new Undecided.NotAllTried();

    private static Sample second(double cores, double busy, double others) {
        return new Sample(0, Map.of(Metric.HOST_CORES, cores, Metric.HOST_CPU, busy, Metric.OTHER_CPU, others));
    }

    private static Trial trial(int number, double others, Flag... flags) {
        return TrialBuilder.trial(number)
                .at(10, 50)
                .lasting(2, 5)
                .rate(100, 5)
                .read(Metric.HOST_CORES, 2)
                .read(Metric.OTHER_CPU, others)
                .flags(flags)
                .build();
    }

    private static List<Reason> reasons(List<Trial> trials) {
        return reasons(trials, JudgedTrials.NONE);
    }

    private static List<Reason> reasons(List<Trial> trials, JudgedTrials counted) {
        var concluded = new Conclusion(
                Conclusion.Outcome.INCONCLUSIVE,
                new Conclusion.Choice(Optional.empty(), Optional.empty(), Optional.empty(), List.of()),
                Conclusion.Grounds.of(List.of(FIRST)),
                OptionalInt.empty());
        var search = new MeasuringConditions((given, left) -> concluded.counting(counted));
        return ((Conclusion) search.next(trials, Duration.ZERO)).reasons();
    }

    @ParameterizedTest
    @CsvSource({
        "2, 1.9, 0.26, true",
        "2, 1.9, 0.24, false",
        "2, 1.6, 0.9, false",
        "1, 0.9, 0.2, false",
        "16, 15, 1.9, false",
        "16, 15, 2.1, true"
    })
    void a_second_is_taken_on_a_busy_machine_by_more_than_an_eighth_of_it(
            double cores, double busy, double others, boolean taken) {
        assertThat(OtherPrograms.spoil(List.of(second(cores, busy, others)))).isEqualTo(taken);
    }

    @Test
    void a_service_that_was_still_compiled_is_told() {
        Trial warm = trial(1, 0.04);
        Trial cold =
                TrialBuilder.trial(1).lasting(2, 5).read(Metric.JIT_TIME, 320).build();

        assertThat(reasons(List.of(warm))).containsExactly(FIRST);
        assertThat(reasons(List.of(cold, cold))).containsExactly(FIRST, new Condition.StillCompiling(320));
    }

    @Test
    void of_compilation_nothing_is_told_where_the_search_left_those_trials_out() {
        Trial cold = TrialBuilder.trial(1).read(Metric.JIT_TIME, 320).build();
        List<Trial> trials = List.of(cold, trial(2, 0.04));

        assertThat(reasons(trials)).hasSize(2);
        assertThat(reasons(trials, new JudgedTrials(List.of(cold.with(Flag.COLD)))))
                .containsExactly(FIRST);
    }

    @Test
    void what_cannot_be_read_spoils_nothing() {
        assertThat(OtherPrograms.spoil(List.of(new Sample(0, Map.of(Metric.HOST_CPU, 2.0)))))
                .isFalse();
        assertThat(OtherPrograms.spoil(List.of())).isFalse();
    }

    @Test
    void the_verdict_says_how_much_was_not_ours() {
        List<Trial> disturbed = List.of(trial(1, 0.9), trial(2, 0.9));
        assertThat(reasons(disturbed)).containsExactly(FIRST, new Condition.ProgramsBeside(0.9, 2));
    }

    @Test
    void nothing_is_said_of_a_quiet_machine_nor_of_trials_that_do_not_count() {
        assertThat(reasons(List.of(trial(1, 0.9, Flag.OTHER_PROGRAMS), trial(2, 0.04))))
                .containsExactly(FIRST);
        assertThat(reasons(List.of())).containsExactly(FIRST);
    }
}
