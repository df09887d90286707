package dev.poolfit.verdict.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.evidence.Trial;
import dev.poolfit.evidence.TrialJudge;
import dev.poolfit.plan.Role;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.verdict.reason.Condition;
import dev.poolfit.verdict.reason.Condition.AsRealSizes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Pool 4 beside pool 5, within the pool and at their real size. */
class RealSizesTest {
    private static final double[] ALTERNATING = {1, -1, -1, 1};

    private final List<Trial> trials = new ArrayList<>();

    /** @param noise of the smaller one, on the log scale; it does not move the mean of the logs */
    private void compared(Role role, int blocks, double smaller, double larger, double noise, Flag... flags) {
        int load = trials.size() + 1;
        for (int pool : new int[] {4, 5}) {
            double rate = pool == 4 ? smaller : larger;
            trials.add(TrialBuilder.trial(trials.size() + 1)
                    .role(role)
                    .at(pool, 200)
                    .rate(rate)
                    .flags(flags)
                    .periods(
                            load,
                            IntStream.range(0, blocks)
                                    .mapToObj(block -> rate * Math.exp(pool == 4 ? noise * ALTERNATING[block % 4] : 0))
                                    .toList())
                    .build());
        }
    }

    private RealSizes real() {
        return new RealSizes(trials, RealSizes.others(trials));
    }

    private AsRealSizes seen() {
        return real().seen().orElseThrow();
    }

    @Test
    void the_same_ratio_within_noise_is_no_contradiction() {
        compared(Role.CONFIRM, 12, 90, 100, 0.01);
        compared(Role.REAL_SIZE, 4, 95, 100, 0.05);

        assertThat(seen().differ()).isFalse();
        assertThat(seen().real().mean()).isBetween(0.949, 0.951);
        assertThat(seen().within().mean()).isBetween(0.89, 0.91);
    }

    @Test
    void another_ratio_is_and_what_was_compared_within_the_pool_does_not_count() {
        compared(Role.CONFIRM, 12, 72, 100, 0.01);
        compared(Role.REAL_SIZE, 4, 95, 100, 0.01);
        var real = real();

        assertThat(real.contradict()).isTrue();
        List<Trial> judged = new JudgedTrials(trials).by(TrialJudge.NOT_AS_REAL).trials();
        assertThat(judged)
                .filteredOn(each -> each.flags().contains(Flag.NOT_AS_REAL))
                .hasSize(2);
        assertThat(judged).filteredOn(Trial::valid).allMatch(each -> each.role() == Role.REAL_SIZE);
    }

    /** Four blocks alone tell their noise so badly that a difference of 12 % passes for chance. */
    @Test
    void long_slices_lend_their_noise_to_real_sizes() {
        compared(Role.CONFIRM, 12, 84, 100, 0.02);
        compared(Role.REAL_SIZE, 4, 95, 100, 0.05);
        assertThat(seen().differ()).isFalse();

        trials.replaceAll(each -> each.role() == Role.CONFIRM
                ? TrialBuilder.like(each)
                        .lasting(0, 12 * SliceLengths.LONG_SECONDS)
                        .build()
                : each);
        assertThat(seen().differ()).isTrue();
    }

    @Test
    void a_difference_below_three_in_a_hundred_is_harmless_however_sure() {
        compared(Role.CONFIRM, 12, 90, 100, 0.0001);
        compared(Role.REAL_SIZE, 4, 92, 100, 0.0001);
        assertThat(seen().differ()).isFalse();
    }

    @Test
    void nothing_is_said_before_or_from_trials_that_do_not_count() {
        compared(Role.CONFIRM, 12, 90, 100, 0.01);
        assertThat(real().tried()).isFalse();
        assertThat(real().seen()).isEmpty();

        compared(Role.REAL_SIZE, 4, 50, 100, 0.01, Flag.OTHER_PROGRAMS);
        assertThat(real().tried()).isTrue();
        assertThat(real().seen()).isEmpty();
        assertThat(real().contradict()).isFalse();
    }

    @Test
    void real_sizes_that_do_not_count_are_told_and_what_was_not_tried_is_not() {
        compared(Role.CONFIRM, 12, 90, 100, 0.01);
        assertThat(real().told()).isEmpty();

        compared(Role.REAL_SIZE, 4, 90, 100, 0.01, Flag.CARRIED_OVER);
        var real = real();
        assertThat(real.seen()).isEmpty();
        assertThat(real.told())
                .contains(new Condition.NotAtRealSize(
                        trials.get(2).settings(), trials.get(3).settings()));
    }
}
