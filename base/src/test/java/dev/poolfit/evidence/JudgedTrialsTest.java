package dev.poolfit.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A trial counts by what was noted of it and by what the others of its run say of it, however often that is asked. */
class JudgedTrialsTest {
    private static MeasuredTrial measured(int number, int pool, double rate, double compiling, Flag... noted) {
        return new MeasuredTrial(
                new Trial.Identity(number, Role.SEARCH, Settings.ofPoolAndThreads(pool, 100), Instant.EPOCH),
                new Trial.Span(2, 10),
                new Trial.Responses(
                        new Interval(rate, rate - 2, rate + 2), 1_000, 0, 50, new Interval(100, 90, 110), Map.of()),
                new Trial.Readings(Map.of(Metric.JIT_TIME, compiling), Map.of()),
                Set.of(noted));
    }

    private static MeasuredTrial switched(int number, int load, int pool, double rate) {
        return switched(number, load, pool, rate, 0);
    }

    private static MeasuredTrial switched(int number, int load, int pool, double rate, double compiling) {
        MeasuredTrial alone = measured(number, pool, rate, compiling);
        return new MeasuredTrial(
                alone.identity(),
                alone.span(),
                alone.responses(),
                alone.readings(),
                alone.noted(),
                Optional.of(new Periods(load, List.of(rate, rate))));
    }

    private static List<Boolean> valid(TrialJudge judge, MeasuredTrial... trials) {
        return JudgedTrials.of(List.of(trials)).by(judge).trials().stream()
                .map(Trial::valid)
                .toList();
    }

    private static final MeasuredTrial[] WARMING = {
        measured(1, 10, 110, 1300), measured(2, 17, 127, 900), measured(3, 19, 148, 500), measured(4, 10, 158, 300)
    };

    @Test
    void early_ones_do_not_count_once_one_of_their_settings_gave_more_with_less_to_compile() {
        assertThat(valid(TrialJudge.COLD, WARMING)).containsExactly(false, false, true, true);
    }

    @Test
    void they_count_as_long_as_no_setting_is_known_to_give_more_later() {
        assertThat(valid(
                        TrialJudge.COLD,
                        measured(1, 10, 110, 1300),
                        measured(2, 17, 127, 900),
                        measured(3, 19, 148, 300)))
                .containsOnly(true);
        assertThat(valid(TrialJudge.COLD, measured(1, 10, 110, 1300), measured(2, 10, 112, 300)))
                .containsOnly(true);
    }

    /** It may drift; it does not warm up. */
    @Test
    void they_count_where_the_compiler_has_as_much_to_do_later_or_never_had_much() {
        assertThat(valid(TrialJudge.COLD, measured(1, 10, 110, 400), measured(2, 10, 158, 300)))
                .containsOnly(true);
        assertThat(valid(TrialJudge.COLD, measured(1, 10, 110, 80), measured(2, 10, 158, 0)))
                .containsOnly(true);
    }

    @Test
    void a_comparison_while_the_compiler_kept_half_a_core_busy_does_not_count_once_it_has_nearly_done() {
        MeasuredTrial ten = switched(1, 1, 10, 100, 900);
        MeasuredTrial five = switched(2, 1, 5, 90, 900);

        assertThat(valid(TrialJudge.COLD_COMPARISON, ten, five, switched(3, 3, 6, 95, 220)))
                .containsExactly(false, false, true);
        assertThat(valid(TrialJudge.COLD_COMPARISON, ten, five, switched(3, 3, 5, 130, 300)))
                .as("still compiling")
                .containsOnly(true);
        assertThat(valid(TrialJudge.COLD_COMPARISON, switched(1, 1, 10, 100, 400), switched(2, 2, 5, 130, 50)))
                .as("half a core was not needed")
                .containsOnly(true);
        assertThat(valid(TrialJudge.COLD_COMPARISON, ten, five, switched(3, 3, 6, 95, 220), switched(4, 4, 6, 95, 600)))
                .as("one method more is no cold service")
                .containsExactly(false, false, true, true);
        assertThat(valid(TrialJudge.COLD_COMPARISON, measured(1, 5, 90, 900), switched(2, 2, 5, 130, 100)))
                .as("a trial of its own is no comparison")
                .containsOnly(true);
    }

    @Test
    void a_load_in_which_a_setting_gave_far_less_than_alone_does_not_count() {
        MeasuredTrial alone = measured(1, 20, 200, 0);

        assertThat(valid(TrialJudge.CARRY_OVER, alone, switched(2, 2, 20, 120), switched(3, 2, 5, 120)))
                .containsExactly(true, false, false);
        assertThat(valid(TrialJudge.CARRY_OVER, alone, switched(2, 2, 20, 180), switched(3, 2, 5, 120)))
                .containsOnly(true);
        assertThat(valid(TrialJudge.CARRY_OVER, switched(1, 1, 20, 120), measured(2, 20, 200, 0)))
                .as("alone afterwards")
                .containsOnly(true);
    }

    @Test
    void what_other_programs_spoilt_does_not_count_unless_it_is_most() {
        assertThat(spoilt(2, 4)).filteredOn(Trial::valid).hasSize(2);
        assertThat(spoilt(3, 4)).allMatch(Trial::valid);
        assertThat(spoilt(1, 1)).allMatch(Trial::valid);
        assertThat(spoilt(4, 4)).allMatch(each -> each.flags().contains(Flag.STOPPED));
        assertThat(JudgedTrials.of(List.of())).isEqualTo(JudgedTrials.NONE);
    }

    private static List<Trial> spoilt(int spoilt, int all) {
        return JudgedTrials.of(IntStream.rangeClosed(1, all)
                        .mapToObj(i -> i <= spoilt
                                ? measured(i, 10, 100, 0, Flag.OTHER_PROGRAMS, Flag.STOPPED)
                                : measured(i, 10, 100, 0))
                        .toList())
                .trials();
    }

    @ParameterizedTest
    @EnumSource(TrialJudge.class)
    void to_judge_again_changes_nothing(TrialJudge judge) {
        JudgedTrials once = JudgedTrials.of(List.of(
                        measured(1, 10, 110, 1300),
                        measured(2, 17, 127, 900, Flag.OTHER_PROGRAMS),
                        switched(3, 3, 10, 60),
                        switched(4, 3, 5, 50),
                        measured(5, 10, 158, 300)))
                .by(judge);

        assertThat(once.by(judge)).isEqualTo(once);
    }

    @Test
    void a_search_that_judged_some_of_them_is_heard() {
        JudgedTrials all = JudgedTrials.of(List.of(WARMING));
        JudgedTrials last =
                new JudgedTrials(Collections.nCopies(1, all.trials().get(0).with(Flag.COLD)));

        assertThat(all.with(last).trials()).extracting(Trial::valid).containsExactly(false, true, true, true);
        assertThat(all.with(JudgedTrials.NONE)).isEqualTo(all);
    }
}
