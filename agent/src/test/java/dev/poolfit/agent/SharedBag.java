package dev.poolfit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.util.ConcurrentBag;
import com.zaxxer.hikari.util.ConcurrentBag.IConcurrentBagEntry;
import java.lang.reflect.Field;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;

/** A bag of HikariCP's with entries, and the limited one in its place. */
abstract class SharedBag {
    static final int ENTRIES = 10;

    /** An entry as HikariCP's PoolEntry. */
    static class Entry implements IConcurrentBagEntry {
        private final AtomicInteger state = new AtomicInteger();

        @Override
        public boolean compareAndSet(int expected, int value) {
            return state.compareAndSet(expected, value);
        }

        @Override
        public void setState(int value) {
            state.set(value);
        }

        @Override
        public int getState() {
            return state.get();
        }
    }

    final ConcurrentBag<Entry> original = new ConcurrentBag<>(waiting -> {});
    final BorrowCounts counts = new BorrowCounts(() -> null);
    final LimitedBag<Entry> bag = new LimitedBag<>(original, waiting -> {}, counts, () -> Long.MAX_VALUE, counts);

    @BeforeEach
    void share() throws ReflectiveOperationException {
        for (Field field : LimitedBag.shared()) {
            field.setAccessible(true);
            field.set(bag, field.get(original));
        }
        for (int i = 0; i < ENTRIES; i++) {
            original.add(new Entry());
        }
    }

    final Entry borrow() throws InterruptedException {
        return bag.borrow(10, TimeUnit.SECONDS);
    }

    final Entry borrowAtOnce() throws InterruptedException {
        return bag.borrow(0, TimeUnit.SECONDS);
    }

    final int idle() {
        return bag.getCount(IConcurrentBagEntry.STATE_NOT_IN_USE);
    }

    final void assertKept(int number) {
        assertThat(bag).hasToString("" + number);
    }

    final void assertWhole(int entries) {
        bag.accept(Integer.MAX_VALUE);
        assertKept(0);
        assertThat(original.size()).isEqualTo(entries);
        assertThat(original.getCount(IConcurrentBagEntry.STATE_NOT_IN_USE)).isEqualTo(entries);
    }
}
