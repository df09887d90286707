package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Goal;
import dev.poolfit.plan.Role;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.comparison.SwitchingMethod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pool 6 beside pool 30, within the pool and at their real size. */
class JudgedWithinPoolTest {
    private static final Duration BUDGET = Duration.ofMinutes(4);
    private static final SearchProblem PROBLEM =
            Questions.pools(Goal.HIGHEST, BUDGET).withLimiter();
    private static final double SHORT = 0.5;
    private static final double LONG = 2;

    private final List<Trial> trials = new ArrayList<>();

    private void compared(Role role, double period, int blocks, double small) {
        int load = trials.size() + 1;
        for (int pool : new int[] {6, 30}) {
            double rate = pool == 6 ? small : 100;
            trials.add(TrialBuilder.trial(trials.size() + 1)
                    .role(role)
                    .at(pool, 200)
                    .lasting(0, period * blocks)
                    .rate(rate)
                    .periods(load, Collections.nCopies(blocks, rate))
                    .build());
        }
    }

    private SwitchingStart start() {
        return new SwitchingStart(PROBLEM, trials, BUDGET, (some, left) -> {
            throw new IllegalStateException("nothing to fall back on");
        });
    }

    /** Resized trials hold as long as long slices, and are none. */
    @Test
    void what_real_sizes_contradicted_stays_so_whatever_is_compared_later() {
        compared(Role.CONFIRM, SHORT, 12, 50);
        assertThat(start().method()).isEqualTo(SwitchingMethod.WITHIN_POOL);

        compared(Role.REAL_SIZE, LONG, 4, 102);
        assertThat(start().method()).isEqualTo(SwitchingMethod.RESIZED);

        compared(Role.CONFIRM, LONG, 12, 102);
        assertThat(start().method()).isEqualTo(SwitchingMethod.RESIZED);
        assertThat(start().judged().trials().subList(0, 2))
                .allMatch(each -> each.flags().contains(Flag.NOT_AS_REAL));
        assertThat(start().shortSlices()).isEmpty();
    }

    @Test
    void short_slices_that_differ_from_long_ones_are_told_and_both_count() {
        compared(Role.CONFIRM, SHORT, 12, 90);
        assertThat(start().shortSlices()).isEmpty();

        compared(Role.CONFIRM, LONG, 12, 100);
        assertThat(start().shortSlices()).isPresent();
        assertThat(start().judged().trials()).allMatch(Trial::valid);
    }
}
