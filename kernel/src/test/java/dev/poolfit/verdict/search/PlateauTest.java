package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.setting.SettingStatistics;
import dev.poolfit.verdict.setting.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** At least 150/s are wanted of pools of 1 to 40. */
class PlateauTest {
    private static final SearchProblem PROBLEM = Questions.pools(150, Duration.ofMinutes(5));

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

    private Plateau plateau() {
        return new Plateau(
                SettingStatistics.of(trials, Target.of(PROBLEM.goal(), PROBLEM.load())),
                new Neighbourhood(PROBLEM, trials));
    }

    @Test
    void throughput_has_levelled_off_where_a_much_larger_pool_gave_hardly_more() {
        gave(10, 100, 1);
        gave(14, 102, 1);
        assertThat(plateau().levelledOff()).contains(pool(10));
    }

    @Test
    void where_it_gave_less_the_smaller_one_is_the_best_and_the_larger_one_shows_it() {
        gave(14, 90, 1);
        gave(10, 100, 1);
        assertThat(plateau().levelledOff()).contains(pool(14));
    }

    @Test
    void a_pool_that_is_hardly_larger_or_gave_more_shows_nothing() {
        gave(10, 100, 1);
        assertThat(plateau().levelledOff()).isEmpty();
        gave(13, 100, 1);
        assertThat(plateau().levelledOff()).isEmpty();
        gave(20, 104, 1);
        assertThat(plateau().levelledOff()).isEmpty();
    }

    /** 3 % below 150/s are 145.5/s. */
    @Test
    void nor_does_one_that_nearly_reaches_the_goal() {
        gave(10, 145, 1);
        gave(20, 145.4, 1);
        assertThat(plateau().levelledOff()).isPresent();
        trials.clear();
        gave(10, 145, 1);
        gave(20, 145.6, 1);
        assertThat(plateau().levelledOff()).isEmpty();
    }

    @Test
    void half_the_smallest_pool_may_give_more_where_the_smallest_is_not_surely_worse_than_the_best() {
        gave(10, 100, 6);
        gave(40, 110, 4);
        assertThat(plateau().smaller()).contains(pool(5));
        trials.clear();
        gave(10, 100, 5);
        gave(40, 110, 4);
        assertThat(plateau().smaller()).isEmpty();
    }

    @Test
    void nothing_is_smaller_than_the_range_has() {
        assertThat(plateau().smaller()).isEmpty();
        gave(2, 100, 5);
        assertThat(plateau().smaller()).contains(pool(1));
        gave(1, 100, 5);
        assertThat(plateau().smaller()).isEmpty();
    }
}
