package dev.poolfit.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Draws are spread evenly over their range in any stretch, every number is as likely as any other, and places do not share. */
final class EvenDrawsTest {
    private static final Object PLACE = new Object();

    private final EvenDraws draws = new EvenDraws(new SplittableRandom(5));

    private long[] counted(int times, int bound, int groups, LongUnaryOperator group) {
        var counts = new long[groups];
        LongStream.generate(() -> draws.below(PLACE, bound))
                .limit(times)
                .forEach(each -> counts[(int) group.applyAsLong(each)]++);
        return counts;
    }

    @Test
    void of_sixteen_draws_one_lies_in_each_sixteenth() {
        for (int round = 0; round < 1_000; round++) {
            assertThat(counted(16, 800, 16, each -> each / 50)).containsOnly(1);
        }
    }

    @Test
    void a_few_words_come_in_turn_but_in_no_order() {
        for (int round = 0; round < 1_000; round++) {
            assertThat(counted(3, 3, 3, each -> each)).containsOnly(1);
        }
        assertThat(LongStream.generate(() -> draws.below(PLACE, 3)).limit(30).toArray())
                .isNotEqualTo(LongStream.generate(() -> draws.below(PLACE, 3))
                        .limit(30)
                        .toArray());
    }

    @Test
    void numbers_that_sixteen_does_not_divide_are_equally_likely() {
        // 23 numbers, 100,000 expected of each, with a standard deviation below 320.
        for (long count : counted(2_300_000, 23, 23, each -> each)) {
            assertThat(count).isBetween(98_500L, 101_500L);
        }
    }

    @Test
    void each_place_has_its_own_sequence() {
        Object other = new Object();
        int same = 0;
        for (int i = 0; i < 1_000; i++) {
            same += draws.below(PLACE, 2) == draws.below(other, 2) ? 1 : 0;
        }
        assertThat(same).isBetween(400, 600);
    }

    @Test
    void a_range_of_one_number_and_the_largest_are_kept() {
        assertThat(draws.below(PLACE, 1)).isZero();
        Object large = new Object();
        assertThat(LongStream.generate(() -> draws.below(large, 999_999_999_999_999_999L))
                        .limit(1_000)
                        .boxed())
                .allMatch(each -> each >= 0 && each < 999_999_999_999_999_999L)
                .anyMatch(each -> each > 900_000_000_000_000_000L);
    }
}
