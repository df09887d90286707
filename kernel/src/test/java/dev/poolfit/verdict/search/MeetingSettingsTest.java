package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Workload;
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Rate;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.forecast.Candidates.ModelledStep;
import dev.poolfit.verdict.reason.NotLarger;
import dev.poolfit.verdict.reason.NotSmaller;
import dev.poolfit.verdict.reason.Reason;
import dev.poolfit.verdict.reason.Undecided;
import dev.poolfit.verdict.reason.WhyThis;
import dev.poolfit.verdict.setting.SettingStatistics;
import dev.poolfit.verdict.setting.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** At least 150/s are wanted; 20 connections give them, and what fewer give is told case by case. */
class MeetingSettingsTest {
    private static final int ENOUGH_RUNS = 2;

    private final List<Trial> trials = new ArrayList<>();

    private static Settings pool(int pool) {
        return Settings.of(Knob.POOL, pool);
    }

    private void ran(int pool, double rate, double half) {
        trials.add(SettingStatisticsTest.trial(pool(pool), trials.size() + 1, rate, half));
    }

    private void ranTwice(int pool, double rate, double half) {
        ran(pool, rate, half);
        ran(pool, rate, half);
    }

    private static SearchProblem problem() {
        var space = new SearchSpace(Map.of(Knob.POOL, new IntRange(1, 40)));
        var goal = new Goal(Optional.of(new Rate(150)), Optional.empty(), Optional.empty());
        return Questions.of(space, goal, new Workload.Closed(60, 0), pool(20), Duration.ofMinutes(2), 1);
    }

    private SettingStatistics statistics() {
        return SettingStatistics.of(
                trials, Target.of(problem().goal(), problem().load()));
    }

    private Neighbourhood near() {
        return new Neighbourhood(problem(), trials);
    }

    private Settings sure() {
        return new MeetingSettings(statistics(), near()).sure(pool(8), ENOUGH_RUNS);
    }

    private Optional<Settings> undecidedBelow(int pool) {
        return new MeetingSettings(statistics(), near()).undecidedBelow(pool(pool));
    }

    private Conclusion conclusion() {
        return new ConclusionWriter(problem(), statistics(), near(), trials)
                .conclude(pool(8), each -> Optional.empty());
    }

    private List<Reason> modelled(int failing) {
        Conclusion conclusion = new ConclusionWriter(problem(), statistics(), near(), trials)
                .conclude(pool(8), each -> Optional.of(new ModelledStep(pool(failing), 0.9)));
        assertThat(conclusion.outcome()).isEqualTo(Outcome.RECOMMENDED);
        return conclusion.reasons();
    }

    private List<Reason> reasons() {
        return conclusion().reasons();
    }

    @Test
    void an_answer_that_stays_undecided_gives_way_to_the_next_larger_and_not_to_one_far_above() {
        ranTwice(20, 580, 9);
        ranTwice(8, 151, 30);
        assertThat(sure()).isEqualTo(pool(9));
        ranTwice(9, 152, 30);
        assertThat(sure()).isEqualTo(pool(10));
        ranTwice(10, 190, 9);
        assertThat(sure()).isEqualTo(pool(10));
    }

    @Test
    void one_that_meets_the_goal_just_above_a_failing_one_is_the_answer_at_once() {
        ranTwice(7, 120, 9);
        ranTwice(8, 151, 30);
        ranTwice(9, 190, 9);
        assertThat(sure()).isEqualTo(pool(9));
    }

    @Test
    void what_is_undecided_below_one_that_may_be_much_too_large_is_repeated_the_least_known_first() {
        ranTwice(4, 76, 9);
        ranTwice(5, 151, 60);
        ranTwice(6, 155, 60);
        ran(6, 155, 60);
        ranTwice(7, 190, 9);
        assertThat(undecidedBelow(7)).contains(pool(5));
        assertThat(undecidedBelow(6)).isEmpty();
    }

    @Test
    void nothing_is_repeated_below_one_that_is_close_to_a_failing_one() {
        ranTwice(5, 76, 9);
        ranTwice(6, 155, 60);
        ranTwice(7, 190, 9);
        assertThat(undecidedBelow(7)).isEmpty();
    }

    @Test
    void one_far_above_what_is_undecided_is_safe_and_not_recommended() {
        ranTwice(7, 120, 9);
        ranTwice(8, 151, 30);
        ranTwice(20, 580, 9);
        assertThat(conclusion().outcome()).isEqualTo(Outcome.INCONCLUSIVE);
        assertThat(conclusion().recommended().orElseThrow().settings()).isEqualTo(pool(20));
        assertThat(reasons()).hasExactlyElementsOfTypes(WhyThis.Safe.class, Undecided.NotCertain.class);
    }

    @Test
    void one_of_which_nothing_smaller_was_tried_is_safe_and_not_recommended_unless_the_model_expects_that_to_fail() {
        ranTwice(20, 580, 9);
        ranTwice(8, 190, 9);
        assertThat(conclusion().outcome()).isEqualTo(Outcome.INCONCLUSIVE);
        assertThat(reasons()).hasExactlyElementsOfTypes(WhyThis.Safe.class, NotSmaller.NotTried.class);

        assertThat(modelled(7))
                .hasExactlyElementsOfTypes(WhyThis.Meets.class, NotSmaller.ProbablyFails.class, NotLarger.Gave.class)
                .contains(new NotSmaller.ProbablyFails(pool(7), 0.9));
        assertThat(modelled(6))
                .hasExactlyElementsOfTypes(
                        WhyThis.Meets.class,
                        NotSmaller.ProbablyFails.class,
                        NotSmaller.NotTried.class,
                        NotLarger.Gave.class);
    }

    @Test
    void one_just_above_a_failing_one_is_recommended() {
        ranTwice(7, 120, 9);
        ranTwice(8, 151, 30);
        ranTwice(9, 190, 9);
        assertThat(conclusion().outcome()).isEqualTo(Outcome.RECOMMENDED);
        assertThat(conclusion().recommended().orElseThrow().settings()).isEqualTo(pool(9));
        assertThat(reasons().subList(0, 2)).hasExactlyElementsOfTypes(WhyThis.Meets.class, NotSmaller.Unclear.class);
    }
}
