package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.testing.TrialBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A service is cold at 100 ms of compilation a second, and less at 90 % of what it was. */
class ColdTrialsTest {
    private static final Settings FIVE = Settings.ofPoolAndThreads(5, 100);
    private static final Settings TEN = Settings.ofPoolAndThreads(10, 100);

    private static Trial compiling(Settings settings, double milliseconds, Flag... flags) {
        return TrialBuilder.trial(1)
                .at(settings)
                .read(Metric.JIT_TIME, milliseconds)
                .flags(flags)
                .build();
    }

    private static boolean mayGiveMore(Trial... trials) {
        return ColdTrials.mayGiveMore(TEN, List.of(trials));
    }

    @Test
    void a_setting_tried_while_cold_may_give_more_once_there_is_less_to_compile() {
        assertThat(mayGiveMore(compiling(TEN, 200), compiling(FIVE, 180))).isTrue();
        assertThat(mayGiveMore(compiling(TEN, 200), compiling(FIVE, 181))).isFalse();
    }

    @Test
    void one_tried_while_warm_may_not() {
        assertThat(mayGiveMore(compiling(TEN, 100), compiling(FIVE, 0))).isTrue();
        assertThat(mayGiveMore(compiling(TEN, 99), compiling(FIVE, 0))).isFalse();
        assertThat(mayGiveMore(compiling(TEN, 200), compiling(TEN, 50), compiling(FIVE, 0)))
                .isFalse();
    }

    @Test
    void nor_may_one_that_was_tried_last_or_never() {
        assertThat(mayGiveMore(compiling(FIVE, 300), compiling(TEN, 200))).isFalse();
        assertThat(mayGiveMore(compiling(FIVE, 300), compiling(FIVE, 20))).isFalse();
    }

    @Test
    void runs_of_a_setting_are_all_but_the_cold_ones() {
        List<Trial> trials = List.of(
                compiling(TEN, 0),
                compiling(TEN, 0, Flag.NOT_STEADY),
                compiling(TEN, 200, Flag.COLD),
                compiling(TEN, 200, Flag.COLD, Flag.NOT_STEADY),
                compiling(FIVE, 0));
        assertThat(ColdTrials.warmRuns(TEN, trials)).isEqualTo(2);
        assertThat(ColdTrials.warmRuns(TEN, List.of())).isZero();
    }
}
