package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Rate;
import dev.poolfit.units.Share;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.reason.RampReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Three ramps tell where a service breaks, with the interval across them. */
class BreakingRateTest {
    private static final Settings FOUND = Settings.ofPoolAndThreads(10, 200);
    private static final SearchProblem QUESTION = new SearchProblem(
            new SearchSpace(Map.of()),
            Goal.HIGHEST,
            new Load(
                    new Load.Ramp(
                            Optional.of(new Rate(500)),
                            0,
                            Duration.ofSeconds(20),
                            new Share(0.01),
                            Optional.of(Duration.ofSeconds(3))),
                    Duration.ZERO,
                    List.of(new Load.Request(
                            "GET", "http://127.0.0.1/", 1, Map.of(), Optional.empty(), new IntRange(200, 399))),
                    Duration.ofSeconds(60),
                    Set.of()),
            FOUND,
            OptionalInt.empty(),
            Duration.ofMinutes(2),
            1);

    private static Trial trial(int number, double rate, Flag... flags) {
        return TrialBuilder.trial(number)
                .at(FOUND)
                .lasting(0, 12)
                .rate(rate, 5)
                .failed("status 503", 10)
                .flags(flags)
                .build();
    }

    private static Conclusion concluded(List<Trial> trials) {
        return (Conclusion) new BreakingRate(QUESTION).next(trials, Duration.ZERO);
    }

    @Test
    void the_ramp_is_repeated_until_three_count() {
        var trials = new ArrayList<Trial>();
        var search = new BreakingRate(QUESTION);
        Flag[] flags = {Flag.BROKE_BY_ERRORS, Flag.CLIENT_LIMITED, Flag.BROKE_BY_ERRORS, Flag.BROKE_BY_ERRORS};
        for (Flag flag : flags) {
            assertThat(search.next(trials, Duration.ofMinutes(1))).isInstanceOf(Decision.TryNext.class);
            trials.add(trial(trials.size() + 1, 210, flag));
        }
        assertThat(search.next(trials, Duration.ofMinutes(1))).isInstanceOf(Conclusion.class);
    }

    @Test
    void the_interval_is_that_across_the_ramps() {
        Conclusion conclusion = concluded(List.of(
                trial(1, 207, Flag.BROKE_BY_ERRORS),
                trial(2, 213, Flag.BROKE_BY_ERRORS),
                trial(3, 219, Flag.BROKE_BY_P99)));
        assertThat(conclusion.outcome()).isEqualTo(Outcome.RECOMMENDED);
        // 213 ± 4.303 × 6 / √3, Student's t with 2 degrees of freedom.
        assertThat(conclusion.reasons()).singleElement().satisfies(reason -> {
            var breaks = (RampReason.Breaks) reason;
            assertThat(breaks.rate().mean()).isCloseTo(213, Offset.offset(1e-9));
            assertThat(breaks.rate().low()).isCloseTo(198.1, Offset.offset(0.05));
            assertThat(breaks.rate().high()).isCloseTo(227.9, Offset.offset(0.05));
            assertThat(breaks.ramps()).isEqualTo(3);
            assertThat(breaks.by()).containsExactly(Flag.BROKE_BY_ERRORS, Flag.BROKE_BY_P99);
        });
    }

    @Test
    void a_top_that_does_not_break_it_is_said_to_be_too_low() {
        Conclusion conclusion = concluded(List.of(
                trial(1, 480, Flag.DID_NOT_BREAK),
                trial(2, 481, Flag.DID_NOT_BREAK),
                trial(3, 482, Flag.DID_NOT_BREAK)));
        assertThat(conclusion.reasons()).hasExactlyElementsOfTypes(RampReason.DoesNotBreak.class);
    }

    @Test
    void fewer_ramps_than_three_are_no_verdict() {
        assertThat(concluded(List.of(trial(1, 210, Flag.BROKE_BY_ERRORS), trial(2, 212, Flag.BROKE_BY_ERRORS)))
                        .outcome())
                .isEqualTo(Outcome.INCONCLUSIVE);
        assertThat(concluded(List.of(trial(1, 210, Flag.CLIENT_LIMITED))).reasons())
                .containsExactly(new RampReason.TooFewValid(1, List.of(Flag.CLIENT_LIMITED)));
    }
}
