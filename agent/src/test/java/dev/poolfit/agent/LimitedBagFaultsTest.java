package dev.poolfit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.util.ConcurrentBag.IConcurrentBagEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** As many are in circulation as the limit allows, whatever the pool and the service do to kept ones. */
class LimitedBagFaultsTest extends SharedBag {
    /** An entry that only one may have at a time. */
    private static final class Owned extends Entry {
        private final AtomicBoolean owned = new AtomicBoolean();
    }

    private Entry kept() {
        return bag.values(IConcurrentBagEntry.STATE_RESERVED).get(0);
    }

    @Test
    void while_the_pool_looks_after_kept_ones_as_many_as_before_are_in_circulation() throws InterruptedException {
        bag.accept(1);
        List<Entry> kept = bag.values(IConcurrentBagEntry.STATE_RESERVED);
        assertThat(kept).hasSize(9).allMatch(bag::reserve);
        for (int i = 0; i < 3; i++) {
            bag.requite(borrowAtOnce());
        }
        assertThat(idle()).isEqualTo(1);
        bag.accept(4);
        assertThat(idle()).isEqualTo(1);
        kept.forEach(bag::unreserve);
        assertThat(idle()).isEqualTo(4);
        assertWhole(ENTRIES);
    }

    @Test
    void one_that_was_reserved_under_another_limit_goes_where_it_belongs_now() {
        bag.accept(1);
        Entry kept = kept();
        assertThat(bag.reserve(kept)).isTrue();
        bag.accept(Integer.MAX_VALUE);
        bag.unreserve(kept);
        assertWhole(ENTRIES);
    }

    @Test
    void a_kept_one_that_is_closed_unreserved_is_forgotten() {
        bag.accept(1);
        assertThat(bag.remove(kept())).isTrue();
        assertThat(idle()).isEqualTo(1);
        assertKept(8);
        assertWhole(9);
    }

    @Test
    void one_that_is_given_back_twice_is_kept_once() throws InterruptedException {
        Entry twice = borrowAtOnce();
        Entry once = borrowAtOnce();
        bag.accept(1);
        bag.requite(twice);
        bag.requite(twice);
        assertKept(9);
        bag.requite(once);
        assertThat(idle()).isEqualTo(1);
        assertWhole(ENTRIES);
    }

    @Test
    void one_that_was_closed_by_another_thread_is_not_kept_when_it_is_given_back() throws InterruptedException {
        Entry closed = borrowAtOnce();
        bag.accept(1);
        bag.remove(closed);
        bag.accept(0);
        bag.requite(closed);
        assertKept(9);
        assertThat(bag.values(IConcurrentBagEntry.STATE_RESERVED)).doesNotContain(closed);
    }

    @Test
    void one_that_is_closed_while_the_limit_falls_makes_room() throws InterruptedException {
        Entry held = borrowAtOnce();
        bag.add(new Entry() {
            @Override
            public boolean compareAndSet(int expected, int value) {
                boolean set = super.compareAndSet(expected, value);
                if (set && value == STATE_RESERVED && held.getState() == STATE_IN_USE) {
                    bag.remove(held);
                }
                return set;
            }
        });
        bag.accept(ENTRIES);
        assertThat(idle()).isEqualTo(ENTRIES);
        assertKept(0);
    }

    /** Borrowers, the pool's own tasks and changes of the limit at once; each round ends with all given back. */
    @Test
    void after_any_turmoil_as_many_are_in_circulation_as_the_limit_allows() throws Exception {
        for (int i = 0; i < 4; i++) {
            bag.add(new Owned());
        }
        for (Entry each : bag.values()) {
            if (!(each instanceof Owned) && bag.reserve(each)) {
                bag.remove(each);
            }
        }
        for (int i = 4; i < ENTRIES; i++) {
            bag.add(new Owned());
        }
        var random = new Random(7);
        ExecutorService threads = Executors.newFixedThreadPool(6);
        try {
            for (int round = 0; round < 300; round++) {
                bag.accept(1 + random.nextInt(ENTRIES));
                var all = new ArrayList<Future<?>>();
                for (int user = 0; user < 4; user++) {
                    int seed = random.nextInt();
                    all.add(threads.submit(() -> borrows(new Random(seed))));
                }
                int seed = random.nextInt();
                all.add(threads.submit(() -> keepsHouse(new Random(seed))));
                int limit = 1 + random.nextInt(ENTRIES);
                bag.accept(limit);
                for (Future<?> each : all) {
                    each.get();
                }
                assertThat(bag.size()).isEqualTo(ENTRIES);
                assertThat(idle()).as("none is kept that might be used").isGreaterThanOrEqualTo(limit);
                bag.accept(limit);
                assertThat(idle()).isEqualTo(limit);
                assertKept(ENTRIES - limit);
            }
        } finally {
            threads.shutdownNow();
        }
        assertWhole(ENTRIES);
        assertThat(counts.failures()).isZero();
    }

    private Void borrows(Random random) throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            Owned entry = (Owned) borrow();
            assertThat(entry.owned.getAndSet(true)).as("handed out twice").isFalse();
            entry.owned.set(false);
            if (random.nextInt(20) == 0) {
                bag.remove(entry);
                bag.add(new Owned());
            } else {
                bag.requite(entry);
            }
        }
        return null;
    }

    /** Keeps alive and evicts, as the pool's own threads do. */
    private Void keepsHouse(Random random) {
        for (int i = 0; i < 50; i++) {
            List<Entry> values = bag.values();
            Entry any = values.get(random.nextInt(values.size()));
            if (bag.reserve(any)) {
                if (random.nextInt(4) == 0) {
                    bag.remove(any);
                    bag.add(new Owned());
                } else {
                    bag.unreserve(any);
                }
            }
        }
        return null;
    }
}
