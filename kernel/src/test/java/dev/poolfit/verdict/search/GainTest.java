package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.verdict.Conclusion.Choice;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.Performance.Standing;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The initial settings gave 100/s alone, and 200/s beside the answer's 240/s once the service was warm. */
class GainTest {
    private static final Settings FOUND = Settings.ofPoolAndThreads(5, 100);
    private static final Settings ANSWER = Settings.ofPoolAndThreads(10, 100);

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

    private static Choice choice(Optional<Settings> recommended, Optional<Settings> found) {
        var performances = List.of(performance(FOUND, 150), performance(ANSWER, 240)); // the means of all their trials
        return new Choice(
                recommended.map(each -> performance(each, 240)),
                found.map(each -> performance(each, 150)),
                Optional.empty(),
                performances);
    }

    @Test
    void what_both_gave_under_one_load_tells_the_gain_and_not_what_they_gave_at_other_times() {
        Choice before = choice(Optional.of(ANSWER), Optional.of(FOUND));
        assertThat(before.gain().orElseThrow().mean()).isCloseTo(1.6, within(1e-9));

        assertThat(Gain.with(before, SWITCHED, 0.03).gain().orElseThrow().mean())
                .isCloseTo(1.2, within(1e-9));
    }

    @Test
    void it_stays_as_it_is_where_they_were_not_switched_together() {
        Choice before = choice(Optional.of(ANSWER), Optional.of(FOUND));
        assertThat(Gain.with(before, SWITCHED.subList(0, 2), 0.03)).isEqualTo(before);
        assertThat(Gain.with(before, List.of(), 0.03)).isEqualTo(before);
    }

    @Test
    void the_initial_settings_gain_nothing_over_themselves() {
        Choice same = choice(Optional.of(FOUND), Optional.of(FOUND));
        assertThat(Gain.with(same, SWITCHED, 0.03)).isEqualTo(same);
    }

    @Test
    void there_is_none_without_an_answer_or_without_the_initial_settings() {
        assertThat(Gain.with(choice(Optional.empty(), Optional.of(FOUND)), SWITCHED, 0.03)
                        .gain())
                .isEmpty();
        assertThat(Gain.with(choice(Optional.of(ANSWER), Optional.empty()), SWITCHED, 0.03)
                        .gain())
                .isEmpty();
    }
}
