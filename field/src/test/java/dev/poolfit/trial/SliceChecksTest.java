package dev.poolfit.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What shows in the counts that a setting did not hold, or that they tell nothing of it. */
class SliceChecksTest {
    private static final int BLOCKS = 8;

    private static boolean carriedOver(double holds, double swing) {
        List<Double> steady = IntStream.range(0, BLOCKS).mapToObj(i -> 100.0).toList();
        List<Double> swings = IntStream.range(0, BLOCKS)
                .mapToObj(i -> 100 * Math.exp(i % 2 == 0 ? swing : -swing))
                .toList();
        var cells = List.of(cells(holds), cells(holds));
        return new SliceChecks(
                        new SliceCounts(BLOCKS, 2, 2, 20, 4, 1, false),
                        List.of(5, 20),
                        cells,
                        List.of(steady, swings),
                        false,
                        false)
                .carriedOver();
    }

    private static List<SliceCell> cells(double holds) {
        return cells(holds, 0);
    }

    private static List<SliceCell> cells(double holds, double heldMs) {
        return IntStream.range(0, BLOCKS)
                .mapToObj(i -> new SliceCell(1, holds, holds, 0, heldMs, 0, 0, 0, 0, 0))
                .toList();
    }

    /** @param inUse connections at a setting of five, beside one of twenty that uses all of its own */
    private static boolean exceeded(double inUse) {
        List<Double> steady = IntStream.range(0, BLOCKS).mapToObj(i -> 100.0).toList();
        return new SliceChecks(
                        new SliceCounts(BLOCKS, 2, 2, 20, 4, 1, false),
                        List.of(5, 20),
                        List.of(cells(200, 1000 * inUse), cells(200, 20_000)),
                        List.of(steady, steady),
                        false,
                        false)
                .exceeded(0);
    }

    @Test
    void a_setting_with_more_connections_in_use_than_it_allows_did_not_hold() {
        assertThat(exceeded(5)).isFalse();
        assertThat(exceeded(5.2)).isFalse();
        assertThat(exceeded(6)).isTrue();
    }

    @Test
    void noise_as_services_have_it_that_compute_is_none() {
        assertThat(carriedOver(200, 0.3)).isFalse();
    }

    @Test
    void a_factor_of_four_from_block_to_block_is() {
        assertThat(carriedOver(200, 1.4)).isTrue();
    }

    @Test
    void few_holds_in_a_block_differ_by_chance() {
        assertThat(carriedOver(20, 1.4)).isTrue();
        assertThat(carriedOver(1.5, 1.4)).isFalse();
    }
}
