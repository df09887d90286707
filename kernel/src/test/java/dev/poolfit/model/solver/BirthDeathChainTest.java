package dev.poolfit.model.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Shares and means of chains whose steady state is known. */
class BirthDeathChainTest {
    /** M/M/1/n: the share of state n is (1 − ρ)ρⁿ / (1 − ρⁿ⁺¹). */
    @Test
    void the_share_of_the_last_state_is_that_of_a_queue_with_so_many_places() {
        for (double load : new double[] {0.5, 0.9, 2}) {
            double share = 1;
            for (int n = 1; n <= 20; n++) {
                share = BirthDeathChain.shareOfNext(share, load);
                double exactly = (1 - load) * Math.pow(load, n) / (1 - Math.pow(load, n + 1));
                assertThat(share).isCloseTo(exactly, within(1e-12));
            }
        }
    }

    @Test
    void it_stays_a_share_whatever_the_ratio() {
        assertThat(BirthDeathChain.shareOfNext(1, Double.POSITIVE_INFINITY)).isEqualTo(1);
        assertThat(BirthDeathChain.shareOfNext(1e-290, 1e-290)).isPositive().isLessThan(1e-280);
    }

    /** Weights 1, 2, 4, 8 and values 10, 20, 40, 80; cut at the state of weight 4. */
    @Test
    void two_halves_that_share_a_state_give_the_mean_of_the_whole() {
        double lower = (10 + 2 * 20 + 4 * 40) / 7.0;
        double upper = (4 * 40 + 8 * 80) / 12.0;
        double whole = (10 + 2 * 20 + 4 * 40 + 8 * 80) / 15.0;
        assertThat(BirthDeathChain.join(4 / 7.0, lower, 4 / 12.0, upper, 40)).isCloseTo(whole, within(1e-12));
    }
}
