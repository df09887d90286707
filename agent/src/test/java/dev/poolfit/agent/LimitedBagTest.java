package dev.poolfit.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.util.ConcurrentBag.IConcurrentBagEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** HikariCP's real bag, with fewer entries in circulation than it has. */
class LimitedBagTest extends SharedBag {
    @Test
    void idle_ones_beyond_the_limit_are_kept_back_and_let_go_again() throws InterruptedException {
        bag.accept(3);
        assertThat(idle()).isEqualTo(3);
        assertKept(7);
        for (int i = 0; i < 3; i++) {
            borrow();
        }
        assertThat(borrowAtOnce()).isNull();
        bag.accept(5);
        assertThat(borrowAtOnce()).isNotNull();
        assertThat(borrowAtOnce()).isNotNull();
        assertThat(borrowAtOnce()).isNull();
    }

    @Test
    void those_in_use_are_kept_back_as_they_are_returned() throws InterruptedException {
        var held = new ArrayList<Entry>();
        for (int i = 0; i < ENTRIES; i++) {
            held.add(borrow());
        }
        bag.accept(8);
        assertKept(0);
        for (Entry each : held) {
            bag.requite(each);
        }
        assertKept(2);
        assertThat(idle()).isEqualTo(8);
        assertWhole(ENTRIES);
    }

    @Test
    void the_pool_reserves_a_kept_one_as_an_idle_one_and_it_is_kept_again_afterwards() {
        bag.accept(1);
        Entry kept = bag.values(IConcurrentBagEntry.STATE_RESERVED).get(0);
        assertThat(bag.reserve(kept)).isTrue();
        assertThat(bag.reserve(kept)).isFalse();
        bag.unreserve(kept);
        assertThat(idle()).isEqualTo(1);
        assertKept(9);
        assertWhole(ENTRIES);
    }

    @Test
    void a_kept_one_that_the_pool_closes_is_gone_and_the_limit_stays() {
        bag.accept(4);
        Entry kept = bag.values(IConcurrentBagEntry.STATE_RESERVED).get(0);
        assertThat(bag.reserve(kept)).isTrue();
        assertThat(bag.remove(kept)).isTrue();
        assertThat(idle()).isEqualTo(4);
        assertKept(5);
        assertWhole(ENTRIES - 1);
    }

    @Test
    void a_broken_one_makes_room_for_one_that_is_kept_and_its_successor_is_kept() throws InterruptedException {
        bag.accept(1);
        Entry broken = borrow();
        assertThat(borrowAtOnce()).isNull();
        assertThat(bag.remove(broken)).isTrue();
        assertKept(8);
        Entry next = borrowAtOnce();
        assertThat(next).isNotNull();
        bag.add(new Entry());
        assertKept(9);
        assertThat(borrowAtOnce()).isNull();
        bag.requite(next);
        assertWhole(ENTRIES);
    }

    @Test
    void a_leaked_one_counts_for_the_limit() throws InterruptedException {
        bag.accept(2);
        borrow();
        Entry other = borrow();
        bag.requite(other);
        assertThat(borrowAtOnce()).isNotNull();
        assertThat(borrowAtOnce()).isNull();
    }

    @Test
    void who_waits_gets_the_one_that_is_let_go() throws Exception {
        bag.accept(1);
        Entry held = borrow();
        ExecutorService user = Executors.newSingleThreadExecutor();
        try {
            Future<Entry> waits = user.submit(this::borrow);
            while (bag.getWaitingThreadCount() == 0) {
                Thread.onSpinWait();
            }
            bag.accept(2);
            assertThat(waits.get()).isNotNull().isNotSameAs(held);
        } finally {
            user.shutdownNow();
        }
    }

    @Test
    void a_closed_bag_takes_none_and_keeps_none() {
        bag.accept(1);
        bag.close();
        assertThatThrownBy(() -> bag.add(new Entry())).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> original.add(new Entry())).isInstanceOf(IllegalStateException.class);
        assertThat(bag.size()).isEqualTo(ENTRIES);
        assertKept(9);
    }

    /** Threads borrow, return, break and reserve while the limit changes all the time: none is lost, and none is kept in the end. */
    @Test
    void none_is_lost_whatever_happens_at_the_same_time() throws Exception {
        ExecutorService users = Executors.newFixedThreadPool(17);
        try {
            var all = new ArrayList<Future<Integer>>();
            for (int user = 0; user < 16; user++) {
                int seed = user;
                all.add(users.submit(() -> use(new Random(seed))));
            }
            Future<?> limits = users.submit(() -> {
                var random = new Random(99);
                for (int i = 0; i < 20_000; i++) {
                    bag.accept(1 + random.nextInt(ENTRIES));
                }
                bag.accept(Integer.MAX_VALUE);
            });
            for (Future<Integer> each : all) {
                assertThat(each.get()).isEqualTo(5_000);
            }
            limits.get();
        } finally {
            users.shutdownNow();
        }
        assertWhole(ENTRIES);
        assertThat(counts.failures()).isZero();
    }

    private int use(Random random) throws InterruptedException {
        int done = 0;
        for (int i = 0; i < 5_000; i++) {
            Entry entry = borrow();
            if (entry != null) {
                done++;
                if (random.nextInt(20) == 0) {
                    bag.remove(entry);
                    bag.add(new Entry());
                } else {
                    bag.requite(entry);
                }
            }
            // None is there where all were removed and their successors are yet to come.
            List<Entry> values = random.nextInt(10) == 0 ? bag.values() : List.of();
            if (!values.isEmpty()) {
                Entry any = values.get(random.nextInt(values.size()));
                if (bag.reserve(any)) {
                    bag.unreserve(any);
                }
            }
        }
        return done;
    }

    /** With the limit fixed, never more than that are out at the same time. */
    @Test
    void never_more_than_the_limit_are_out() throws Exception {
        bag.accept(3);
        var out = new AtomicInteger();
        var most = new AtomicInteger();
        ExecutorService users = Executors.newFixedThreadPool(8);
        try {
            var all = new ArrayList<Future<?>>();
            for (int user = 0; user < 8; user++) {
                all.add(users.submit(() -> {
                    for (int i = 0; i < 5_000; i++) {
                        Entry entry = borrow();
                        most.accumulateAndGet(out.incrementAndGet(), Math::max);
                        out.decrementAndGet();
                        bag.requite(entry);
                    }
                    return 0;
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        } finally {
            users.shutdownNow();
        }
        assertThat(most.get()).isBetween(1, 3);
        assertWhole(ENTRIES);
    }
}
