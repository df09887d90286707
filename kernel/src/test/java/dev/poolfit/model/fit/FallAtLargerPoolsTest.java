package dev.poolfit.model.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.units.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Ten connections give 100/s, and 40 give less; runs differ by 1 %. */
class FallAtLargerPoolsTest {
    private static final double NOISE = 0.01;

    private static Optional<Message> unproved(Row... larger) {
        var rows = new ArrayList<>(List.of(RowsTold.row(5, 50, 1), RowsTold.row(10, 100, 1)));
        rows.addAll(List.of(larger));
        return FallAtLargerPools.unproved(rows, NOISE);
    }

    @Test
    void a_fall_by_more_than_a_twentieth_in_one_run_is_no_proof() {
        assertThat(unproved(RowsTold.row(40, 94, 1))).contains(Message.of("fit.fall-one-run", 40, "line 40"));
        assertThat(unproved(RowsTold.row(40, 95, 1))).isEmpty();
    }

    @Test
    void two_runs_at_larger_pools_are() {
        assertThat(unproved(RowsTold.row(40, 94, 2))).isEmpty();
        assertThat(unproved(RowsTold.row(20, 96, 1), RowsTold.row(40, 94, 1))).isEmpty();
        assertThat(unproved(RowsTold.row(20, 98, 1), RowsTold.row(40, 94, 1))).isPresent();
    }

    @Test
    void nothing_falls_where_the_largest_is_the_best() {
        assertThat(unproved()).isEmpty();
        assertThat(unproved(RowsTold.row(40, 101, 1))).isEmpty();
    }
}
