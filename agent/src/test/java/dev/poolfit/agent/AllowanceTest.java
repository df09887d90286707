package dev.poolfit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** So many a second are let through, at random where there are more, by a clock that the test moves. */
class AllowanceTest {
    private static final int MOST = 200;
    private static final long SECOND = 1_000_000_000L;

    private final Allowance allowance = new Allowance(MOST);
    private final Random random = new Random(1);
    private final long begin = System.nanoTime() + SECOND;

    @Test
    void where_there_are_few_all_are_let_through() {
        long let = LongStream.range(0, 1_000)
                .filter(i -> allowance.permits(begin + i * SECOND / 150, random.nextDouble()))
                .count();

        assertThat(let).isEqualTo(1_000);
    }

    @Test
    void where_there_are_many_so_many_a_second_are_each_with_the_same_chance() {
        int burst = 20;
        int[] let = new int[burst];
        int all = 0;
        int seconds = 50;
        for (long i = 0; i < seconds * 100; i++) {
            for (int place = 0; place < burst; place++) {
                // Two thousand a second that come together, so that the first of each could be favoured.
                if (allowance.permits(begin + i * SECOND / 100 + place, random.nextDouble())) {
                    let[place]++;
                    all++;
                }
            }
        }

        assertThat(all).isBetween(MOST * seconds * 9 / 10, MOST * (seconds + 1));
        for (int each : let) {
            assertThat(each).isBetween(all / burst * 8 / 10, all / burst * 12 / 10);
        }
    }
}
