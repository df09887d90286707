package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Settings;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.forecast.Candidates;
import dev.poolfit.verdict.setting.SettingStatistics;
import dev.poolfit.verdict.setting.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What stands against an answer of the model where the highest throughput of pools of 1 to 40 is wanted. */
class RivalsTest {
    private static final SearchProblem PROBLEM = Questions.pools(Goal.HIGHEST, Duration.ofMinutes(5));

    private final List<Trial> trials = new ArrayList<>();

    private static Settings pool(int pool) {
        return Settings.ofPoolAndThreads(pool, 200);
    }

    private void gave(int pool, double rate, double half) {
        trials.add(TrialBuilder.trial(trials.size() + 1)
                .at(pool(pool))
                .rate(rate, half)
                .build());
    }

    private void gave(int pool, double rate) {
        gave(pool, rate, 1);
    }

    private void gaveTwice(int pool, double rate) {
        gave(pool, rate);
        gave(pool, rate);
    }

    private Rivals rivals() {
        return new Rivals(
                SettingStatistics.of(trials, Target.of(PROBLEM.goal(), PROBLEM.load())),
                new Candidates(PROBLEM, Questions.fitted(PROBLEM, trials).orElseThrow()));
    }

    @Test
    void a_third_of_the_pool_where_nothing_else_was_tried() {
        gave(10, 100);
        assertThat(rivals().contrast(pool(10))).contains(pool(3));
        gave(10, 101);
        assertThat(rivals().contrast(pool(12))).contains(pool(4));
        gave(11, 100);
        assertThat(rivals().contrast(pool(10))).isEmpty();
    }

    @Test
    void no_pool_below_one_is_a_contrast() {
        gave(2, 100);
        assertThat(rivals().contrast(pool(2))).isEmpty();
        assertThat(rivals().contrast(pool(3))).contains(pool(1));
    }

    @Test
    void the_middle_of_a_gap_of_eight_times_the_answer_and_more() {
        gave(5, 100);
        gave(40, 100);
        assertThat(rivals().gap(pool(5))).contains(pool(14));
        assertThat(rivals().gap(pool(6))).isEmpty();
        assertThat(rivals().gap(pool(40))).isEmpty();
        gave(39, 100);
        assertThat(rivals().gap(pool(5))).isEmpty();
    }

    @Test
    void a_smaller_pool_or_twice_the_pool_that_looked_better_by_more_than_a_twentieth_when_it_was_tried_once() {
        gaveTwice(10, 100);
        gave(9, 105);
        gave(19, 120);
        assertThat(rivals().rival(pool(10))).isEmpty();
        gave(8, 106);
        assertThat(rivals().rival(pool(10))).contains(pool(8));
        gave(20, 107);
        assertThat(rivals().rival(pool(10))).contains(pool(20));
        gave(20, 107);
        assertThat(rivals().rival(pool(10))).contains(pool(8));
        assertThat(rivals().rival(pool(7))).isEmpty();
    }

    /** Two runs each, 1 % noise: beyond the 2 % of indifference and 1.96 × 1 %, 4.0 % on the log scale. */
    @Test
    void a_larger_pool_that_gave_more_beyond_noise_and_indifference() {
        gaveTwice(10, 100);
        gaveTwice(20, 103.9);
        gaveTwice(5, 120);
        assertThat(rivals().better(pool(10), 2, 0.01)).isEmpty();
        gaveTwice(30, 104.2);
        assertThat(rivals().better(pool(10), 2, 0.01)).contains(pool(30));
        assertThat(rivals().better(pool(10), 3, 0.01)).isEmpty();
        assertThat(rivals().better(pool(10), 2, 0.02)).isEmpty();
    }

    /** The whole interval of the ratio has to lie below 97 %. */
    @Test
    void any_pool_beside_which_the_answer_is_surely_worse_by_more_than_the_margin() {
        gave(10, 100, 0.1);
        gave(5, 103, 0.1);
        assertThat(rivals().outdoing(pool(10), 0.03)).isEmpty();
        gave(20, 104, 0.1);
        assertThat(rivals().outdoing(pool(10), 0.03)).contains(pool(20));
        gave(4, 105, 0.1);
        assertThat(rivals().outdoing(pool(10), 0.03)).contains(pool(4));
        assertThat(rivals().outdoing(pool(4), 0.03)).isEmpty();
    }

    @Test
    void an_answer_that_was_never_tried_has_no_rivals() {
        gave(20, 200);
        assertThat(List.of(
                        rivals().rival(pool(10)), rivals().better(pool(10), 1, 0), rivals().outdoing(pool(10), 0.03)))
                .allMatch(Optional::isEmpty);
    }
}
