package dev.poolfit.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.util.ConcurrentBag;
import com.zaxxer.hikari.util.ConcurrentBag.IConcurrentBagEntry;
import dev.poolfit.wire.BreakColumn;
import dev.poolfit.wire.CountColumn;
import dev.poolfit.wire.GuardColumn;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whoever finds a guard broken opens the limiter by itself, and only while there is a limit. */
class BorrowGuardTest {
    private static final long NONE = Long.MAX_VALUE;
    private static final int HOUR = 3600;

    private final ConcurrentBag<SharedBag.Entry> original = new ConcurrentBag<>(waiting -> {});
    private final BorrowCounts counts = new BorrowCounts(() -> null);
    private final BorrowGuard guard = new BorrowGuard(counts);
    private final LimitedBag<SharedBag.Entry> bag = new LimitedBag<>(original, waiting -> {}, guard, guard, counts);

    @BeforeEach
    void share() throws ReflectiveOperationException {
        for (Field field : LimitedBag.shared()) {
            field.setAccessible(true);
            field.set(bag, field.get(original));
        }
        for (int i = 0; i < 3; i++) {
            original.add(new SharedBag.Entry());
        }
        guard.opens(bag);
    }

    private static long[] agreed(int column, long value) {
        long[] agreed = new long[GuardColumn.COUNT];
        Arrays.fill(agreed, NONE);
        agreed[column] = value;
        return agreed;
    }

    private void limited(int column, long value) {
        guard.agree(agreed(column, value));
        guard.begin();
        guard.set(1);
    }

    @Test
    void a_borrow_that_waits_for_too_long_gets_a_connection_that_was_kept_back() throws InterruptedException {
        limited(GuardColumn.WAIT_NANOS, TimeUnit.MILLISECONDS.toNanos(5));
        assertThat(bag.borrow(HOUR, TimeUnit.SECONDS)).isNotNull();
        assertThat(bag.borrow(HOUR, TimeUnit.SECONDS).getState()).isEqualTo(IConcurrentBagEntry.STATE_IN_USE);
        assertThat(guard.isBroken()).isTrue();
        long[] row = guard.drain();
        assertThat(row).hasSize(BreakColumn.COUNT);
        assertThat(row[BreakColumn.LIMIT]).isEqualTo(1);
        assertThat(row[BreakColumn.GUARD]).isEqualTo(GuardColumn.WAIT_NANOS);
        assertThat(guard.drain()).isEmpty();
    }

    @Test
    void it_waits_no_longer_in_vain_than_it_was_to() throws InterruptedException {
        limited(GuardColumn.WAIT_NANOS, TimeUnit.MILLISECONDS.toNanos(1));
        for (int i = 0; i < 3; i++) {
            assertThat(bag.borrow(HOUR, TimeUnit.SECONDS)).isNotNull();
        }
        assertThat(bag.borrow(5, TimeUnit.MILLISECONDS)).isNull();
    }

    @Test
    void no_limit_is_set_again_before_another_schedule_begins() throws InterruptedException {
        limited(GuardColumn.WAIT_NANOS, 1);
        bag.borrow(HOUR, TimeUnit.SECONDS);
        bag.borrow(HOUR, TimeUnit.SECONDS);
        guard.set(1);
        assertThat(bag.borrow(HOUR, TimeUnit.SECONDS)).isNotNull();
        guard.begin();
        guard.set(1);
        assertThat(guard.isBroken()).isFalse();
        assertThat(guard.getAsLong()).isEqualTo(1);
    }

    @Test
    void too_many_who_wait_open_it() {
        limited(GuardColumn.PENDING, 2);
        guard.accept(null, -1);
        guard.accept(null, -1);
        assertThat(guard.isBroken()).isFalse();
        guard.accept(null, -1);
        assertThat(guard.isBroken()).isTrue();
        assertThat(guard.drain()[BreakColumn.VALUE]).isEqualTo(3);
    }

    @Test
    void who_has_a_connection_does_not_wait() {
        limited(GuardColumn.PENDING, 1);
        for (int i = 0; i < 5; i++) {
            guard.accept(null, -1);
            guard.accept(new SharedBag.Entry(), 0);
        }
        assertThat(guard.isBroken()).isFalse();
    }

    @Test
    void a_borrow_in_vain_opens_it() {
        limited(GuardColumn.TIMEOUTS, 0);
        guard.accept(null, -1);
        guard.accept(null, 7);
        assertThat(guard.drain()[BreakColumn.GUARD]).isEqualTo(GuardColumn.TIMEOUTS);
    }

    private void agreedCost(long nanos) {
        long[] agreed = agreed(GuardColumn.COST_NANOS, nanos);
        agreed[GuardColumn.LATE_NANOS] = 0;
        guard.agree(agreed);
        guard.begin();
    }

    private void waited(long nanos) {
        guard.accept(null, -1);
        guard.accept(new SharedBag.Entry(), nanos);
    }

    @Test
    void what_is_waited_while_all_connections_are_in_circulation_costs_nothing() throws InterruptedException {
        agreedCost(500_000);
        guard.set(1);
        guard.set(Integer.MAX_VALUE);
        TimeUnit.MILLISECONDS.sleep(2);
        waited(1_000_000);
        guard.set(1);
        assertThat(guard.isBroken()).isFalse();
    }

    @Test
    void of_a_wait_that_began_before_the_limit_only_the_rest_is_its_cost() {
        agreedCost(TimeUnit.HOURS.toNanos(1));
        guard.set(1);
        waited(TimeUnit.HOURS.toNanos(10));
        assertThat(guard.isBroken()).isFalse();
    }

    @Test
    void a_wait_that_began_at_a_limit_costs_all_of_it_though_the_limit_was_lifted() {
        agreedCost(TimeUnit.HOURS.toNanos(1));
        guard.set(1);
        guard.set(Integer.MAX_VALUE);
        waited(TimeUnit.HOURS.toNanos(10));
        guard.set(2);
        waited(1);
        assertThat(guard.isBroken()).isTrue();
    }

    @Test
    void borrows_that_are_not_late_cost_nothing_however_many_they_are() {
        long[] agreed = agreed(GuardColumn.COST_NANOS, 0);
        agreed[GuardColumn.LATE_NANOS] = TimeUnit.HOURS.toNanos(1);
        guard.agree(agreed);
        guard.begin();
        guard.set(1);
        waited(1_000_000);
        assertThat(guard.isBroken()).isFalse();
    }

    @Test
    void who_waits_on_long_after_the_limit_was_lifted_breaks_nothing_by_it() throws InterruptedException {
        limited(GuardColumn.WAIT_NANOS, 1);
        guard.set(Integer.MAX_VALUE);
        TimeUnit.MILLISECONDS.sleep(1);
        guard.accept(null, BorrowGuard.IMPATIENT);
        assertThat(guard.isBroken()).isFalse();
    }

    @Test
    void what_all_have_waited_together_is_kept_over_schedules() {
        agreedCost(10);
        guard.set(1);
        waited(10);
        assertThat(guard.isBroken()).isFalse();
        guard.begin();
        guard.set(2);
        waited(1);
        assertThat(guard.isBroken()).isTrue();
    }

    @Test
    void nothing_breaks_without_a_limit() throws InterruptedException {
        guard.agree(new long[GuardColumn.COUNT]);
        guard.begin();
        guard.set(Integer.MAX_VALUE);
        guard.accept(null, -1);
        guard.accept(null, 1_000);
        assertThat(bag.borrow(HOUR, TimeUnit.SECONDS)).isNotNull();
        assertThat(guard.isBroken()).isFalse();
        assertThat(guard.getAsLong()).isEqualTo(NONE);
    }

    @Test
    void a_guard_that_would_break_without_a_limit_is_told_and_opens_nothing() {
        guard.agree(agreed(GuardColumn.PENDING, 1));
        guard.begin();
        long begun = counts.slot();
        while (counts.slot() < begun + 21) {
            Thread.onSpinWait();
        }
        for (int i = 0; i < 5; i++) {
            guard.accept(null, -1);
        }
        long[] row = guard.drain();
        assertThat(row).hasSize(BreakColumn.COUNT);
        assertThat(row[BreakColumn.LIMIT]).isEqualTo(Integer.MAX_VALUE);
        assertThat(guard.isBroken()).isFalse();
    }

    @Test
    void late_borrows_are_counted() {
        guard.agree(agreed(GuardColumn.LATE_NANOS, 10));
        guard.accept(null, -1);
        guard.accept(new SharedBag.Entry(), 11);
        guard.accept(null, -1);
        guard.accept(new SharedBag.Entry(), 10);
        long now = counts.slot();
        while (counts.slot() == now) {
            Thread.onSpinWait();
        }
        long[] rows = counts.drain();
        long late = 0;
        for (int at = 0; at < rows.length; at += CountColumn.COUNT) {
            late += rows[at + CountColumn.LATE];
        }
        assertThat(late).isEqualTo(1);
    }

    @Test
    void guards_below_0_are_refused_with_what_they_are() {
        assertThatThrownBy(() -> guard.agree(new long[] {1, -1, 0, 0, 0})).hasMessageContaining("[1, -1, 0, 0, 0]");
        assertThatThrownBy(() -> guard.agree(new long[3])).isInstanceOf(IllegalArgumentException.class);
    }
}
