package dev.poolfit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.wire.HoldColumn;
import dev.poolfit.wire.StatementColumn;
import java.util.ArrayList;
import java.util.List;
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

    private Hold borrowed(String connection) {
        holds.borrowed(connection, 0);
        return holds.used(connection);
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
                            holds.sent(borrowed("a"), shape, 1);
                            holds.returned("a");
                        }
                    },
                    "worker-of-" + (shape == 11 ? "jobs" : "mails"));
            worker.start();
            worker.join();
            long[] rows = holds.drain().holds.rows();
            for (int at = 0; at < rows.length; at += HoldColumn.COUNT) {
                told.add(shape + " " + rows[at + 3]);
            }
        }
        int jobs = names.number("thread worker-of-jobs");
        int mails = names.number("thread worker-of-mails");

        assertThat(told).hasSize(2 * rounds);
        assertThat(told).filteredOn(each -> each.equals("11 " + jobs)).hasSize(rounds);
        assertThat(told).filteredOn(each -> each.equals("22 " + mails)).hasSize(rounds);
    }

    @Test
    void what_ends_while_the_reader_takes_what_ended_before_is_told_by_this_answer_or_the_next() throws Exception {
        int each = 20_000;
        List<Thread> workers = new ArrayList<>();
        for (String connection : List.of("a", "b", "c")) {
            workers.add(new Thread(() -> {
                for (int i = 0; i < each; i++) {
                    holds.sent(borrowed(connection), 7, 1);
                    holds.watched(connection);
                    holds.returned(connection);
                }
            }));
        }
        workers.forEach(Thread::start);
        long told = 0;
        long statements = 0;
        boolean over = false;
        while (!over) {
            over = workers.stream().noneMatch(Thread::isAlive);
            Period ended = holds.drain();
            told += ended.holds.rows().length / HoldColumn.COUNT + ended.holds.dropped();
            long[] sent = ended.sent.rows();
            for (int at = 0; at < sent.length; at += StatementColumn.COUNT) {
                statements += sent[at + 3];
            }
        }

        assertThat(told).isEqualTo(3L * each);
        assertThat(statements).isEqualTo(3L * each);
    }

    /** A thread of a server, which has handed the connection on, runs nothing of the application any more. */
    @Test
    void a_stack_without_the_application_names_nobody() {
        var callers = new Callers(names, new Stacks(names), new Class<?>[0]);
        Hold hold = new Hold("a", Thread.currentThread(), System.nanoTime(), 0, null);
        callers.method(hold, new StackTraceElement[] {new StackTraceElement("java.lang.Object", "wait", null, 1)});
        assertThat(hold.name).isEqualTo(Names.OTHER);

        callers.method(hold, new StackTraceElement[] {new StackTraceElement("com.example.Shop", "item", null, 1)});
        assertThat(hold.name).isEqualTo(names.number("com.example.Shop.item"));
    }

    @Test
    void a_connection_that_another_thread_gives_back_is_known_by_itself_however_long_that_takes() throws Exception {
        Hold first = borrowed("a");
        Hold second = borrowed("b");
        elsewhere(() -> holds.returned("a"));

        assertThat(holds.all()).containsExactly(second);
        assertThat(second.depth()).as("it is alone now").isZero();
        assertThat(holds.has(first)).isFalse();
        assertThat(holds.drain().holds.rows()).hasSize(HoldColumn.COUNT);
        holds.returned("a");
        holds.returned("unknown");
        assertThat(holds.drain().holds.rows()).as("was given back once").isEmpty();
    }

    @Test
    void what_another_thread_uses_counts_for_the_thread_that_got_it_which_may_get_another_one() throws Exception {
        holds.borrowed("a", 0);
        Hold handed = holds.all().get(0);
        Thread user = new Thread(() -> holds.sent(holds.used("a"), 7, 1));
        user.start();
        user.join();
        Hold own = borrowed("b");

        assertThat(own).isNotSameAs(handed);
        assertThat(own.depth()).as("it holds one for itself").isZero();
        assertThat(handed.worker()).isSameAs(user);
        assertThat(handed.sent.first()).isEqualTo(7);
        assertThat(holds.shown()).as("the stacks of both are looked at").containsExactlyInAnyOrder(handed, own);
        assertThat(holds.used("c")).as("it was handed out before").isNull();
    }

    @Test
    void a_statement_counts_for_the_connection_that_sent_it_and_in_the_sum_if_all_of_the_hold_were_seen() {
        Hold outer = borrowed("a");
        Hold inner = borrowed("b");
        holds.sent(holds.used("a"), 7, 1);
        holds.sent(holds.used("b"), 8, 1);
        holds.watched("a");

        assertThat(outer.sent.first()).isEqualTo(7);
        assertThat(inner.sent.first()).isEqualTo(8);
        assertThat(inner.watched).isFalse();
        holds.returned("b");
        holds.returned("a");
        long[] sums = holds.drain().sent.rows();
        assertThat(sums).hasSize(StatementColumn.COUNT);
        assertThat(sums[1]).isEqualTo(7);
        assertThat(holds.drainEnded()).isEqualTo(2);
    }

    @Test
    void a_hold_counts_in_the_sum_if_its_connection_was_covered_from_its_begin_to_its_end() {
        holds.cover("a", "first");
        Hold whole = borrowed("a");
        Hold late = borrowed("b");
        holds.cover("b", "first");
        holds.returned("a");
        holds.returned("b");
        Hold changed = borrowed("a");
        holds.uncover("a");
        holds.cover("a", "second");
        holds.returned("a");

        assertThat(whole.watched).isTrue();
        assertThat(late.watched).isFalse();
        assertThat(changed.watched)
                .as("some of its statements may have been missed")
                .isFalse();
    }

    /** A coroutine that suspends leaves its connection on a thread, which then gets one for another coroutine. */
    @Test
    void a_thread_that_has_left_one_connection_gives_back_that_of_another_thread() throws InterruptedException {
        elsewhere(() -> holds.borrowed("a", 0));
        Hold handed = holds.all().get(0);
        Hold own = borrowed("b");
        own.left = true;

        assertThat(holds.used("a")).isSameAs(handed);
        holds.returned("a");

        assertThat(holds.all()).containsExactly(own);
        assertThat(holds.used("b")).as("it goes on with its own").isSameAs(own);
        assertThat(own.left).isFalse();
    }

    @Test
    void what_the_pool_closed_while_it_was_held_is_forgotten_and_what_was_given_back_unnoticed_too() throws Exception {
        Hold closed = borrowed("a");
        elsewhere(() -> holds.borrowed("b", 0));
        Hold open = holds.used("b");

        holds.forget(entry -> entry.equals("a"));
        assertThat(holds.all()).containsExactly(open).doesNotContain(closed);

        Hold again = borrowed("b");
        assertThat(holds.all()).as("the pool hands no connection out twice").containsExactly(again);
    }

    @Test
    void a_wait_in_vain_is_told_as_such_and_holds_nothing() {
        holds.timedOut(5);

        assertThat(holds.all()).isEmpty();
        long[] rows = holds.drain().holds.rows();
        assertThat(rows).hasSize(HoldColumn.COUNT);
        assertThat(rows[1]).isEqualTo(5);
        assertThat(rows[2]).isEqualTo(-1);
    }
}
