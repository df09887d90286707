package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.OtherPrograms;
import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.Trial;
import dev.poolfit.report.Language;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.Conclusion;
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

    private static List<String> reasons(List<Trial> trials, Language language) {
        return reasons(trials, JudgedTrials.NONE, language);
    }

    private static List<String> reasons(List<Trial> trials, JudgedTrials counted, Language language) {
        var concluded = new Conclusion(
                Conclusion.Outcome.INCONCLUSIVE,
                new Conclusion.Choice(Optional.empty(), Optional.empty(), Optional.empty(), List.of()),
                Conclusion.Grounds.of(List.of(Message.verbatim("first"))),
                OptionalInt.empty());
        var search = new MeasuringConditions((given, left) -> concluded.counting(counted));
        return language.text(((Conclusion) search.next(trials, Duration.ZERO)).reasons());
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

        assertThat(reasons(List.of(warm), Language.EN)).containsExactly("first");
        assertThat(reasons(List.of(cold, cold), Language.EN))
                .last()
                .isEqualTo(
                        "The JIT compiler was still at work (320 ms of compilation a second): the service was not warm yet."
                                + " A larger budget gives the warm-up more time.");
    }

    @Test
    void of_compilation_nothing_is_told_where_the_search_left_those_trials_out() {
        Trial cold = TrialBuilder.trial(1).read(Metric.JIT_TIME, 320).build();
        List<Trial> trials = List.of(cold, trial(2, 0.04));

        assertThat(reasons(trials, Language.EN)).hasSize(2);
        assertThat(reasons(trials, new JudgedTrials(List.of(cold.with(Flag.COLD))), Language.EN))
                .containsExactly("first");
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
        assertThat(reasons(disturbed, Language.EN))
                .containsExactly("first", "Other programs used 0.9 of 2 cores while this was measured.");
        assertThat(reasons(disturbed, Language.KO)).containsExactly("first", "측정하는 동안 다른 프로그램이 코어 2개 중 0.9개만큼 사용했습니다.");
    }

    @Test
    void nothing_is_said_of_a_quiet_machine_nor_of_trials_that_do_not_count() {
        assertThat(reasons(List.of(trial(1, 0.9, Flag.OTHER_PROGRAMS), trial(2, 0.04)), Language.EN))
                .containsExactly("first");
        assertThat(reasons(List.of(), Language.EN)).containsExactly("first");
    }
}
