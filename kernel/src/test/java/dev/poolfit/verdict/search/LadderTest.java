package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Workload;
import dev.poolfit.plan.Role;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Rate;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.setting.SettingStatistics;
import dev.poolfit.verdict.setting.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** At least 150/s are wanted; each connection has a thread that works with it. */
class LadderTest {
    private static final IntRange POOLS = new IntRange(1, 40);
    private static final IntRange THREADS = new IntRange(4, 100);
    private static final Map<Knob, IntRange> BOTH = Map.of(Knob.POOL, POOLS, Knob.THREADS, THREADS);

    private final List<Trial> trials = new ArrayList<>();

    private LadderTest gave(int pool, int threads, double rate) {
        trials.add(TrialBuilder.trial(trials.size() + 1)
                .role(trials.isEmpty() ? Role.BASELINE : Role.SEARCH)
                .at(pool, threads)
                .rate(rate)
                .read(Metric.POOL_ACTIVE, pool)
                .read(Metric.POOL_PENDING, 0)
                .read(Metric.THREADS_BUSY, pool)
                .build());
        return this;
    }

    private Ladder ladder(Map<Knob, IntRange> ranges, boolean affordable) {
        var goal = new Goal(Optional.of(new Rate(150)), Optional.empty(), Optional.empty());
        SearchProblem problem = Questions.of(
                new SearchSpace(ranges),
                goal,
                new Workload.Closed(60, 0),
                Settings.ofPoolAndThreads(10, 100),
                Duration.ofMinutes(5),
                1);
        return new Ladder(
                problem,
                new Neighbourhood(problem, trials),
                SettingStatistics.of(trials, Target.of(goal, problem.load())),
                affordable);
    }

    private Ladder pools() {
        return ladder(Map.of(Knob.POOL, POOLS), true);
    }

    @Test
    void the_pool_is_open_until_it_is_known_to_one() {
        gave(10, 100, 100).gave(20, 100, 200).gave(15, 100, 155).gave(13, 100, 130);
        assertThat(pools().openPools()).isPresent();
        assertThat(pools().answer()).isEqualTo(Settings.ofPoolAndThreads(15, 100));

        gave(14, 100, 140);
        assertThat(pools().openPools()).isEmpty();
        assertThat(pools().isOutOfReach()).isFalse();
        assertThat(pools().answer()).isEqualTo(Settings.ofPoolAndThreads(15, 100));
    }

    @Test
    void a_setting_is_on_the_side_to_which_its_estimate_leans() {
        gave(10, 100, 149.9).gave(11, 100, 150);
        assertThat(pools().answer().pool()).hasValue(11);
        assertThat(pools().openPools()).isEmpty();
    }

    @Test
    void no_pool_does_once_the_largest_failed() {
        gave(10, 100, 100).gave(40, 100, 149);
        assertThat(pools().isOutOfReach()).isTrue();
        assertThat(pools().everythingTried()).isTrue();
        assertThat(pools().openPools()).isEmpty();
        assertThat(pools().levelledOff()).isEmpty();
    }

    @Test
    void nor_once_throughput_levelled_off() {
        gave(10, 100, 100).gave(20, 100, 101);
        assertThat(pools().isOutOfReach()).isTrue();
        assertThat(pools().everythingTried()).isTrue();
        assertThat(pools().levelledOff()).contains(Settings.ofPoolAndThreads(10, 100));
    }

    @Test
    void without_time_for_another_trial_not_everything_was_tried() {
        gave(10, 100, 100);
        assertThat(pools().isOutOfReach()).isFalse();
        Ladder poor = ladder(Map.of(Knob.POOL, POOLS), false);
        assertThat(poor.isOutOfReach()).isTrue();
        assertThat(poor.everythingTried()).isFalse();
    }

    /** Ten connections want 10 × 1.25 + 2 threads. */
    @Test
    void a_pool_that_failed_for_want_of_threads_says_nothing_of_pools() {
        gave(5, 100, 50).gave(10, 14, 100);
        assertThat(ladder(BOTH, true).openPools().orElseThrow().failing()).isEqualTo(5);
        gave(10, 15, 100);
        assertThat(ladder(BOTH, true).openPools().orElseThrow().failing()).isEqualTo(10);
    }

    @Test
    void threads_are_narrowed_beside_the_pool_of_the_answer_alone() {
        gave(14, 100, 140)
                .gave(15, 100, 155)
                .gave(15, 20, 153)
                .gave(15, 10, 110)
                .gave(14, 12, 110);
        Ladder ladder = ladder(BOTH, true);
        assertThat(ladder.openThreads().orElseThrow().failing()).isEqualTo(10);
        assertThat(ladder.answer()).isEqualTo(Settings.ofPoolAndThreads(15, 20));
    }

    @Test
    void threads_alone_are_narrowed_beside_the_initial_pool() {
        gave(10, 100, 160).gave(10, 50, 140);
        Ladder ladder = ladder(Map.of(Knob.THREADS, THREADS), true);
        assertThat(ladder.openPools()).isEmpty();
        assertThat(ladder.openThreads().orElseThrow().failing()).isEqualTo(50);
        assertThat(ladder.answer()).isEqualTo(Settings.ofPoolAndThreads(10, 100));
    }
}
