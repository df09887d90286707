package dev.poolfit.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.wire.CountColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is counted adds up, whichever slot it falls into. */
class BorrowCountsTest {
    private final BorrowCounts counts = new BorrowCounts(() -> null);
    private final List<long[]> rows = new ArrayList<>();

    private void beyondThisSlot() {
        long slot = counts.slot();
        while (counts.slot() == slot) {
            Thread.onSpinWait();
        }
    }

    private double sum(int column) {
        beyondThisSlot();
        long[] all = counts.drain();
        for (int at = 0; at < all.length; at += CountColumn.COUNT) {
            int from = at;
            rows.add(IntStream.range(0, CountColumn.COUNT)
                    .mapToLong(i -> all[from + i])
                    .toArray());
        }
        return rows.stream().mapToDouble(row -> row[column]).sum();
    }

    @Test
    void a_hold_counts_as_one_over_the_slots_that_it_spans() {
        Object entry = new Object();
        counts.accept(entry, 0);
        for (int i = 0; i < 4; i++) {
            beyondThisSlot();
        }
        assertThat(sum(CountColumn.BORROWED)).isEqualTo(1);
        assertThat(sum(CountColumn.SHARE_MILLIONTHS)).isZero();
        counts.accept(entry);
        assertThat(sum(CountColumn.SHARE_MILLIONTHS)).isCloseTo(1e6, within(20.0));
        assertThat(sum(CountColumn.RETURNED)).isEqualTo(1);
        assertThat(rows.stream().filter(row -> row[CountColumn.SHARE_MILLIONTHS] > 0))
                .hasSizeGreaterThanOrEqualTo(4);
        assertThat(rows)
                .allSatisfy(
                        row -> assertThat(row[CountColumn.HELD_MICROS]).isBetween(0L, BorrowCounts.SLOT / 1000 + 1));
    }

    @Test
    void a_wait_is_spread_over_its_time() {
        counts.accept(null, 3 * BorrowCounts.SLOT);
        assertThat(sum(CountColumn.TIMEOUTS)).isEqualTo(1);
        assertThat(sum(CountColumn.BORROWED)).isZero();
        assertThat(sum(CountColumn.WAITED_MICROS)).isLessThanOrEqualTo(3 * BorrowCounts.SLOT / 1000.0 + 4);
    }

    @Test
    void one_that_was_borrowed_before_is_not_counted() {
        counts.accept(new Object());
        assertThat(sum(CountColumn.RETURNED)).isZero();
        assertThat(counts.failures()).isZero();
    }

    @Test
    void what_was_told_is_not_told_again() {
        counts.accept(new Object(), 0);
        assertThat(sum(CountColumn.BORROWED)).isEqualTo(1);
        beyondThisSlot();
        assertThat(counts.drain()).isEmpty();
    }

    @Test
    void who_asks_is_counted_before_the_wait_ends() {
        counts.accept(null, -1);
        assertThat(sum(CountColumn.ASKED)).isEqualTo(1);
        assertThat(sum(CountColumn.TIMEOUTS)).isZero();
    }

    @Test
    void holds_are_counted_by_the_route_of_their_request_and_rare_routes_together() {
        var route = new AtomicReference<String>();
        var byRoute = new BorrowCounts(route::get);
        Stream.concat(Stream.of((String) null), IntStream.range(0, 10).mapToObj(i -> "GET /" + i))
                .forEach(each -> {
                    route.set(each);
                    Object entry = new Object();
                    byRoute.accept(entry, 0);
                    byRoute.accept(entry);
                });
        long slot = byRoute.slot();
        while (byRoute.slot() == slot) {
            Thread.onSpinWait();
        }
        long[] rows = byRoute.drain();
        double[] shares = IntStream.range(0, CountColumn.ROUTES)
                .mapToDouble(column -> IntStream.iterate(
                                CountColumn.FIRST_ROUTE + column, at -> at < rows.length, at -> at + CountColumn.COUNT)
                        .mapToLong(at -> rows[at])
                        .sum())
                .toArray();
        assertThat(shares).containsExactly(1e6, 1e6, 1e6, 1e6, 1e6, 1e6, 1e6, 4e6);
    }
}
