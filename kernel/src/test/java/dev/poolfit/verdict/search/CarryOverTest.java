package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Role;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.units.Rate;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.comparison.SwitchingMethod;
import dev.poolfit.verdict.forecast.Candidates;
import dev.poolfit.verdict.setting.SettingStatistics;
import dev.poolfit.verdict.setting.Target;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Sixty users: at 30/s each waits 2 s, which is half of the longest period. */
class CarryOverTest {
    private static final SearchProblem PROBLEM = Questions.pools(Goal.HIGHEST, Duration.ofMinutes(5));
    private static final Settings SLOW = pool(2);
    private static final Settings AT_THE_BOUND = pool(3);
    private static final Settings NEVER_TRIED = pool(20);
    private static final List<Trial> TRIALS = List.of(trial(1, SLOW, 29.9), trial(2, AT_THE_BOUND, 30));

    private static Settings pool(int pool) {
        return Settings.ofPoolAndThreads(pool, 200);
    }

    private static Trial trial(int number, Settings settings, double rate) {
        return TrialBuilder.trial(number).at(settings).rate(rate).build();
    }

    private static CarryOver carryOver(Load load, List<Trial> trials, Optional<Candidates> candidates) {
        return new CarryOver(
                SwitchingMethod.RESIZED,
                load,
                candidates,
                SettingStatistics.of(trials, Target.of(PROBLEM.goal(), load)));
    }

    @Test
    void users_who_wait_for_half_a_period_are_left_to_the_next_setting() {
        CarryOver measured = carryOver(PROBLEM.load(), TRIALS, Optional.empty());
        assertThat(measured.leftBy(SLOW)).isTrue();
        assertThat(measured.leftBy(AT_THE_BOUND)).isFalse();
        assertThat(measured.leftBy(NEVER_TRIED)).isFalse();
        assertThat(measured.without(List.of(NEVER_TRIED, SLOW, AT_THE_BOUND)))
                .containsExactly(NEVER_TRIED, AT_THE_BOUND);
    }

    @Test
    void a_load_that_does_not_wait_for_its_responses_leaves_nobody() {
        Load open = PROBLEM.load().withShape(new Load.Open(new Rate(100)));
        assertThat(carryOver(open, TRIALS, Optional.empty()).leftBy(SLOW)).isFalse();
    }

    /** A connection gives 10/s, up to 100/s; the model tells it of pools that were not tried. */
    @Test
    void the_model_tells_it_of_settings_that_were_not_tried_and_of_users_who_think_and_come_back_together() {
        var service = new SimulatedService(60, 0.1, 100, 0);
        List<Trial> trials = IntStream.of(4, 8, 10, 20, 40)
                .mapToObj(pool -> service.run(
                        new PlannedTrial(Role.SEARCH, pool(pool), Duration.ofSeconds(10)), pool, new Random(1)))
                .toList();
        Optional<Candidates> model = Questions.fitted(PROBLEM, trials).map(fit -> new Candidates(PROBLEM, fit));
        CarryOver plain = carryOver(PROBLEM.load(), trials, model);
        assertThat(plain.leftBy(pool(2))).isTrue();
        assertThat(plain.leftBy(pool(5))).isFalse();

        var thinking = new Load(
                new Load.Users(60),
                Duration.ofMillis(1),
                PROBLEM.load().requests(),
                Duration.ofSeconds(60),
                PROBLEM.load().allowedHosts());
        CarryOver together = carryOver(thinking, trials, model);
        assertThat(together.leftBy(pool(5))).isTrue();
        assertThat(together.leftBy(pool(10))).isFalse();
        assertThat(carryOver(thinking, trials, Optional.empty()).leftBy(pool(4)))
                .isFalse();

        var within = new CarryOver(
                SwitchingMethod.WITHIN_POOL,
                thinking,
                model,
                SettingStatistics.of(trials, Target.of(PROBLEM.goal(), thinking)));
        assertThat(within.leftBy(pool(5))).isTrue();
        assertThat(within.leftBy(pool(7))).isFalse();
    }
}
