package dev.poolfit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Connections that one thread gets and another one gives back. */
class HoldsTest {
    private final Names names = new Names();
    private final Holds holds =
            new Holds(new Callers(names, new Stacks(names), new Class<?>[0]), new Tasks(new Reflection(null)));

    private static void elsewhere(Runnable task) throws InterruptedException {
        Thread other = new Thread(task);
        other.start();
        other.join();
    }

    private long sinceMillis(Hold hold) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - hold.since);
    }

    /** A walk over the stack at each borrow would cost more than the borrow. */
    @Test
    void of_thousands_of_borrows_some_are_asked_whose_they_are_and_all_are_told_under_the_right_name()
            throws InterruptedException {
        int rounds = 2_000;
        List<String> told = new ArrayList<>();
        for (int shape : new int[] {11, 22}) {
            Thread worker = new Thread(
                    () -> {
                        for (int i = 0; i < rounds; i++) {
                            holds.borrowed(0);
                            holds.sent(holds.used(() -> 0), shape, 1);
                            Hold held = holds.all().get(0);
                            while (!holds.all().isEmpty()) {
                                holds.returned(sinceMillis(held));
                            }
                        }
                    },
                    "worker-of-" + (shape == 11 ? "jobs" : "mails"));
            worker.start();
            worker.join();
            long[] rows = holds.drain().rows();
            for (int at = 0; at < rows.length; at += RecorderMBean.VALUES) {
                told.add(shape + " " + rows[at + 3]);
            }
        }
        int jobs = names.number("thread worker-of-jobs");
        int mails = names.number("thread worker-of-mails");

        assertThat(told).hasSize(2 * rounds);
        assertThat(told).filteredOn(each -> each.equals("11 " + jobs)).hasSize(rounds);
        assertThat(told).filteredOn(each -> each.equals("22 " + mails)).hasSize(rounds);
    }

    /** A thread of a server, which has handed the connection on, runs nothing of the application any more. */
    @Test
    void a_stack_without_the_application_names_nobody() {
        var callers = new Callers(names, new Stacks(names), new Class<?>[0]);
        Hold hold = new Hold(Thread.currentThread(), System.nanoTime(), 0, null);
        callers.method(hold, new StackTraceElement[] {new StackTraceElement("java.lang.Object", "wait", null, 1)});
        assertThat(hold.name).isEqualTo(Names.OTHER);

        callers.method(hold, new StackTraceElement[] {new StackTraceElement("com.example.Shop", "item", null, 1)});
        assertThat(hold.name).isEqualTo(names.number("com.example.Shop.item"));
    }

    @Test
    void what_another_thread_gives_back_is_found_by_how_long_it_was_held() throws InterruptedException {
        holds.borrowed(0);
        Hold held = holds.all().get(0);
        // A thread that is stopped for some milliseconds in between finds none, which is no fault: the next call does.
        for (int tries = 0; tries < 1000 && !holds.all().isEmpty(); tries++) {
            elsewhere(() -> holds.returned(sinceMillis(held)));
        }

        assertThat(holds.all()).isEmpty();
    }

    @Test
    void what_another_thread_uses_counts_for_the_thread_that_got_it_which_may_get_another_one() throws Exception {
        holds.borrowed(0);
        Hold handed = holds.all().get(0);
        Thread user = new Thread(() -> holds.sent(holds.used(() -> handed.since), 7, 1));
        user.start();
        user.join();
        holds.borrowed(0);
        Hold own = holds.used(() -> 0);

        assertThat(own).isNotSameAs(handed);
        assertThat(own.depth()).as("it holds one for itself").isZero();
        assertThat(handed.worker()).isSameAs(user);
        assertThat(handed.sent.first()).isEqualTo(7);
        assertThat(holds.shown()).as("the stacks of both are looked at").containsExactlyInAnyOrder(handed, own);
        elsewhere(() -> assertThat(holds.used(() -> 0)).as("another time").isNull());
    }

    @Test
    void a_statement_counts_for_the_connection_that_sent_it_and_in_the_sum_if_all_of_the_hold_were_seen() {
        holds.borrowed(0);
        Hold outer = holds.all().get(0);
        long next = outer.since + TimeUnit.MILLISECONDS.toNanos(2);
        while (System.nanoTime() < next) {
            Thread.onSpinWait();
        }
        holds.borrowed(0);
        Hold inner = holds.used(() -> 0);
        holds.sent(holds.used(() -> outer.since), 7, 1);
        holds.sent(holds.used(() -> inner.since), 8, 1);
        holds.watched(() -> outer.since);

        assertThat(outer.sent.first()).isEqualTo(7);
        assertThat(inner.sent.first()).isEqualTo(8);
        assertThat(inner.watched).isFalse();
        while (!holds.all().isEmpty()) {
            holds.returned(sinceMillis(holds.all().get(0)));
        }
        long[] sums = holds.drainSent().rows();
        assertThat(sums).hasSize(RecorderMBean.STATEMENT_VALUES);
        assertThat(sums[1]).isEqualTo(7);
        assertThat(holds.drainEnded()).isEqualTo(2);
    }

    /** A coroutine that suspends leaves its connection on a thread, which then gets one for another coroutine. */
    @Test
    void a_thread_that_has_left_one_connection_gives_back_that_of_another_thread() throws InterruptedException {
        elsewhere(() -> holds.borrowed(0));
        Hold handed = holds.all().get(0);
        holds.borrowed(0);
        Hold own =
                holds.all().stream().filter(each -> each != handed).findFirst().orElseThrow();
        own.left = true;

        assertThat(holds.used(() -> handed.since)).isSameAs(handed);
        holds.watched(() -> handed.since);
        holds.returned(sinceMillis(handed));

        assertThat(holds.all()).containsExactly(own);
        assertThat(holds.used(() -> own.since)).as("it goes on with its own").isSameAs(own);
        assertThat(own.left).isFalse();
    }

    @Test
    void what_was_given_back_unnoticed_is_forgotten_oldest_first_and_nothing_young() throws InterruptedException {
        holds.borrowed(0);
        elsewhere(() -> holds.borrowed(0));
        long old = System.nanoTime();
        holds.borrowed(0);
        assertThat(holds.all()).hasSize(3);

        holds.forgetOldest(0, old);
        holds.forgetOldest(-2, old);
        holds.forgetOldest(Integer.MAX_VALUE, old);
        assertThat(holds.all()).as("nothing is known to be lost").hasSize(3);

        Hold oldest = holds.all().stream()
                .min((one, other) -> Long.compare(one.since - other.since, 0))
                .orElseThrow();
        holds.forgetOldest(1, old);
        assertThat(holds.all()).hasSize(2).noneMatch(each -> each.since == oldest.since);

        holds.forgetOldest(5, old);
        assertThat(holds.all())
                .singleElement()
                .satisfies(each -> assertThat(each.since).isGreaterThanOrEqualTo(old));
    }
}
