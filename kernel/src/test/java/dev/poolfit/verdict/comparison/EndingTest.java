package dev.poolfit.verdict.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Choice;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.search.Questions;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The initial settings gave 100/s alone, and 200/s beside the answer's 240/s once the service was warm. */
class EndingTest {
    private static final SearchProblem PROBLEM = Questions.pools(150, Duration.ofMinutes(5));
    private static final Settings FOUND = PROBLEM.found();
    private static final Settings ANSWER = Settings.ofPoolAndThreads(20, 200);

    private static Trial under(int number, Settings settings, double rate) {
        return TrialBuilder.trial(number)
                .at(settings)
                .rate(rate)
                .periods(2, Collections.nCopies(8, rate))
                .build();
    }

    private static final List<Trial> SWITCHED =
            List.of(TrialBuilder.trial(1).at(FOUND).rate(100).build(), under(2, FOUND, 200), under(3, ANSWER, 240));

    private static Performance performance(Settings settings, double rate) {
        return new Performance(
                settings,
                1,
                new Interval(rate, 0.99 * rate, 1.01 * rate),
                100,
                Interval.certain(200),
                Interval.certain(0),
                Standing.MEETS);
    }

    private static Choice choice(List<Trial> trials, Optional<Settings> answer, List<Settings> tried) {
        return new Ending(PROBLEM, trials)
                .of(
                        Outcome.INCONCLUSIVE,
                        answer.map(EndingTest::mean),
                        Optional.empty(),
                        tried.stream().map(EndingTest::mean).toList(),
                        Conclusion.Grounds.of(List.of()))
                .choice();
    }

    /** The mean of all trials of a setting. */
    private static Performance mean(Settings settings) {
        return performance(settings, settings.equals(FOUND) ? 150 : 240);
    }

    private static double gain(Choice choice) {
        return choice.gain().orElseThrow().mean();
    }

    @Test
    void what_both_gave_under_one_load_tells_the_gain_and_not_what_they_gave_at_other_times() {
        assertThat(gain(choice(SWITCHED, Optional.of(ANSWER), List.of(FOUND, ANSWER))))
                .isCloseTo(1.2, within(1e-9));
    }

    @Test
    void their_means_tell_it_where_no_settings_were_switched() {
        Choice choice = choice(List.of(), Optional.of(ANSWER), List.of(FOUND, ANSWER));

        assertThat(gain(choice)).isCloseTo(1.6, within(1e-9));
        assertThat(choice.apart()).isFalse();
    }

    @Test
    void no_gain_is_told_where_settings_were_switched_and_these_two_were_not() {
        for (List<Trial> trials : List.of(
                SWITCHED.subList(0, 2),
                List.of(
                        under(1, FOUND, 100),
                        TrialBuilder.trial(2).at(ANSWER).rate(240).build()))) {
            Choice choice = choice(trials, Optional.of(ANSWER), List.of(FOUND, ANSWER));

            assertThat(choice.gain()).isEmpty();
            assertThat(choice.apart()).isTrue();
        }
    }

    @Test
    void the_initial_settings_gain_nothing_over_themselves() {
        assertThat(gain(choice(SWITCHED, Optional.of(FOUND), List.of(FOUND, ANSWER))))
                .isCloseTo(1, within(1e-9));
    }

    @Test
    void there_is_none_without_an_answer_or_without_a_trial_of_the_initial_settings_that_counts() {
        assertThat(choice(SWITCHED, Optional.empty(), List.of(FOUND, ANSWER)).gain())
                .isEmpty();
        Choice uncounted = choice(List.of(), Optional.of(ANSWER), List.of(ANSWER));
        assertThat(uncounted.baseline()).isEmpty();
        assertThat(uncounted.gain()).isEmpty();
    }
}
