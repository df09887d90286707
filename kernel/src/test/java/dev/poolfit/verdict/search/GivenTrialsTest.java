package dev.poolfit.verdict.search;

import static dev.poolfit.verdict.search.SwitchingSearchTest.FOUND;
import static dev.poolfit.verdict.search.SwitchingSearchTest.USERS;
import static dev.poolfit.verdict.search.SwitchingSearchTest.ofBoth;
import static dev.poolfit.verdict.search.SwitchingSearchTest.problem;
import static dev.poolfit.verdict.search.SwitchingSearchTest.search;
import static dev.poolfit.verdict.search.SwitchingSearchTest.words;
import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Decision.TryNext;
import dev.poolfit.verdict.reason.Condition;
import dev.poolfit.verdict.reason.NotSmaller;
import dev.poolfit.verdict.reason.WhyThis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the search says of trials that were made by hand, and what it tries after them. */
class GivenTrialsTest {
    private static TrialBuilder trial(int number, int pool, double rate) {
        return TrialBuilder.trial(number)
                .at(FOUND.with(Knob.POOL, pool))
                .lasting(2, 8)
                .rate(rate, 0.03 * rate)
                .responseMs(1000 * USERS / rate)
                .p99Ms(500, 10);
    }

    /** The trial of the settings found, alone. */
    private static Trial baseline(double rate) {
        return trial(1, 10, rate).role(Role.BASELINE).build();
    }

    private static List<Trial> comparison(int number, double small, double large) {
        return List.of(
                trial(number, 10, small)
                        .periods(number, Collections.nCopies(6, small))
                        .build(),
                trial(number + 1, 40, large)
                        .periods(number, Collections.nCopies(6, large))
                        .build());
    }

    /** What a crowd leaves behind makes the settings after it look slow. */
    @Test
    void a_setting_that_gives_far_less_between_others_than_alone_is_compared_over_longer_periods_and_then_not_at_all() {
        Search search = search(problem(Duration.ofMinutes(4), 1));
        Duration left = Duration.ofMinutes(3);
        var trials = new ArrayList<Trial>(List.of(baseline(222)));
        trials.addAll(comparison(2, 134, 49));

        var longer = (TryNext) search.next(trials, left);
        trials.addAll(comparison(4, 150, 60));
        var separate = (TryNext) search.next(trials, left);

        assertThat(longer.plan().switching().orElseThrow().period()).isEqualTo(Duration.ofSeconds(3));
        assertThat(separate.plan().switching()).isEmpty();
        var ended = (Conclusion) search.next(trials, Duration.ZERO);
        assertThat(ended.baseline().orElseThrow().throughput().mean()).isEqualTo(222);
    }

    /** What one load told stays true, whatever becomes of the next ones. */
    @Test
    void comparisons_that_do_not_count_leave_those_before_them_alone() {
        Search search = search(problem(Duration.ofMinutes(4), 1));
        Settings four = FOUND.with(Knob.POOL, 4);
        Settings five = FOUND.with(Knob.POOL, 5);
        var trials = new ArrayList<Trial>(List.of(baseline(222)));
        trials.add(switched(2, 2, FOUND, 222, 221, 223, 222, 221, 222, 223, 222));
        trials.add(switched(3, 2, five, 221, 222, 222, 221, 223, 222, 222, 221));
        trials.add(switched(4, 2, four, 177, 178, 177, 176, 177, 178, 177, 177));
        trials.add(switched(5, 2, FOUND.with(Knob.POOL, 6), 222, 221, 222, 222, 221, 222, 223, 221));
        for (int number = 6; number < 10; number += 2) {
            trials.add(switched(number, number, FOUND, 134, 133, 135, 134).with(Flag.CARRIED_OVER));
            trials.add(switched(number + 1, number, five, 49, 50, 48, 49).with(Flag.CARRIED_OVER));
        }
        trials.add(trial(10, 5, 222).build());

        var ended = (Conclusion) search.next(trials, Duration.ZERO);

        assertThat(ended.outcome()).as(words(ended)).isEqualTo(Outcome.RECOMMENDED);
        assertThat(ended.recommended().orElseThrow().settings()).isEqualTo(five);
        assertThat(ended.reasons())
                .contains(new Condition.CarriedOver())
                .anyMatch(reason -> reason instanceof WhyThis.NotWorse shown && shown.underOneLoad());
    }

    private static Trial switched(int number, int load, Settings settings, double... rates) {
        double mean = Arrays.stream(rates).average().orElseThrow();
        return trial(number, settings.pool().orElseThrow(), mean)
                .at(settings)
                .periods(load, Arrays.stream(rates).boxed().toList())
                .build();
    }

    /** Three connections are shown to be enough and two not to be; a hundred threads may or may not do. */
    @Test
    void whether_fewer_threads_are_enough_is_told_and_does_not_keep_the_pool_from_being_recommended() {
        Settings two = FOUND.with(Knob.POOL, 2);
        Settings three = FOUND.with(Knob.POOL, 3);
        var trials = new ArrayList<Trial>(List.of(baseline(100)));
        trials.add(switched(2, 2, FOUND, 100, 101, 100, 99, 100, 101, 99, 100));
        trials.add(switched(3, 2, three, 100, 100, 101, 100, 99, 100, 100, 101));
        trials.add(switched(4, 2, two, 66, 67, 66, 67, 66, 67, 66, 67));
        trials.add(switched(8, 2, FOUND.with(Knob.POOL, 4), 100, 100, 99, 100, 101, 100, 100, 100));
        trials.add(switched(5, 5, three, 90, 110, 95, 105));
        trials.add(switched(6, 5, three.with(Knob.THREADS, 100), 108, 91, 106, 93));
        trials.add(trial(7, 3, 100).build());

        var ended = (Conclusion) search(ofBoth(Duration.ofMinutes(4), 1)).next(trials, Duration.ZERO);

        assertThat(ended.outcome()).as(ended.reasons().toString()).isEqualTo(Outcome.RECOMMENDED);
        assertThat(ended.recommended().orElseThrow().settings()).isEqualTo(three);
        assertThat(ended.smaller().orElseThrow().settings()).isEqualTo(two);
        assertThat(ended.reasons())
                .anyMatch(reason -> reason instanceof NotSmaller.Worse worse
                        && worse.smaller().equals(two)
                        && worse.ratio().high() < 0.97)
                .hasAtLeastOneElementOfType(NotSmaller.NotDecided.class);
    }

    @Test
    void a_first_trial_that_was_not_steady_is_repeated_once() {
        Search search = search(problem(Duration.ofMinutes(4), 1));
        Duration left = Duration.ofMinutes(3);
        Trial unsteady = baseline(222).with(Flag.NOT_STEADY);

        var again = (TryNext) search.next(List.of(unsteady), left);
        var compared = (TryNext) search.next(
                List.of(
                        unsteady,
                        trial(2, 10, 200)
                                .role(Role.BASELINE)
                                .flags(Flag.NOT_STEADY)
                                .build()),
                left);

        assertThat(again.plan().trials()).singleElement().satisfies(each -> {
            assertThat(each.role()).isEqualTo(Role.BASELINE);
            assertThat(each.settings()).isEqualTo(FOUND);
        });
        assertThat(compared.plan().switching()).isPresent();
    }
}
