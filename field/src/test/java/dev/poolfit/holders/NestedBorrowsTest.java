package dev.poolfit.holders;

import static dev.poolfit.holders.HoldStatisticsTest.MILLI;
import static dev.poolfit.holders.HoldStatisticsTest.NAMES;
import static dev.poolfit.holders.HoldStatisticsTest.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.NestedConnections;
import dev.poolfit.holders.RecordedHolds.Hold;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Of borrows alone, the times of those of one thread tell which requests hold several connections at once. */
class NestedBorrowsTest {
    private static final int ROUTE = 1;
    private static final int JOB = 2;
    private static final OptionalInt THREADS = OptionalInt.of(20);

    private static Optional<NestedConnections> followed(List<Hold> ended) {
        var nested = new NestedHolds<String>();
        nested.addBorrows(HoldStatisticsTest.told(10 * SECOND, List.of(), ended, List.of()), NAMES::get);
        return nested.ofRequests(THREADS);
    }

    private static Hold borrow(long since, long millis, int name, int thread) {
        return new Hold(since, 0, millis * MILLI, name, thread, 0, false);
    }

    /** Threads that begin every 10 ms, with one connection for 35 ms and others for 5 ms of that. */
    private static List<Hold> threads(int count, int each) {
        var holds = new ArrayList<Hold>();
        for (int thread = 1; thread <= count; thread++) {
            long begin = SECOND + 10 * thread * MILLI;
            for (int inner = 1; inner < each; inner++) {
                holds.add(borrow(begin + (20 + inner) * MILLI, 5, ROUTE, thread));
            }
            holds.add(borrow(begin, 35, ROUTE, thread));
        }
        return holds;
    }

    @Test
    void of_borrows_alone_those_of_one_thread_and_endpoint_tell_it_by_their_times() {
        assertThat(followed(threads(8, 3))).contains(new NestedConnections("GET /items/{id}", 3, 4, THREADS));
        assertThat(followed(threads(8, 1))).isEmpty();
    }

    @Test
    void what_another_endpoint_left_or_another_thread_gave_back_is_not_held_by_a_request() {
        List<Hold> holds = threads(8, 1);
        for (int thread = 1; thread <= 8; thread++) {
            holds.add(borrow(SECOND, 900, JOB, thread));
            holds.add(borrow(SECOND, 900, ROUTE, 0));
        }

        assertThat(followed(holds)).isEmpty();
    }

    private static List<Hold> open(long since, long millis, int thread) {
        return List.of(new Hold(since, 0, millis * MILLI, 0, thread, 0, false));
    }

    /** An order that holds its connection while it waits for a payment, long after its audit has given back the other one. */
    @Test
    void an_inner_borrow_waits_for_the_end_of_the_outer_one() {
        var nested = new NestedHolds<String>();
        for (int i = 0; i < 2; i++) {
            long begin = (10 + 20 * i) * SECOND;
            nested.addBorrows(
                    HoldStatisticsTest.told(
                            begin + SECOND,
                            List.of(),
                            List.of(borrow(begin + MILLI, 5, ROUTE, 7)),
                            open(begin, 1_000, 7)),
                    NAMES::get);
            nested.addBorrows(
                    HoldStatisticsTest.told(begin + 2 * SECOND, List.of(), List.of(), open(begin, 2_000, 7)),
                    NAMES::get);
            assertThat(nested.ofRequests(THREADS)).isEmpty();
            nested.addBorrows(
                    HoldStatisticsTest.told(
                            begin + 4 * SECOND, List.of(), List.of(borrow(begin, 3_000, ROUTE, 7)), List.of()),
                    NAMES::get);
        }

        assertThat(nested.ofRequests(THREADS)).contains(new NestedConnections("GET /items/{id}", 2, 1, THREADS));
    }

    @Test
    void what_a_thread_leaked_is_no_outer_borrow() {
        var nested = new NestedHolds<String>();
        for (int minute = 1; minute <= 10; minute++) {
            nested.addBorrows(
                    HoldStatisticsTest.told(
                            minute * 60 * SECOND,
                            List.of(),
                            List.of(borrow((minute * 60 - 1) * SECOND, 5, ROUTE, 7)),
                            open(0, minute * 60_000L, 7)),
                    NAMES::get);
        }

        assertThat(nested.ofRequests(THREADS)).isEmpty();
    }

    @Test
    void two_of_a_seldom_endpoint_are_enough_and_of_many_it_takes_one_in_a_hundred() {
        assertThat(followed(threads(1, 2))).isEmpty();
        assertThat(followed(threads(2, 2))).isPresent();
        List<Hold> holds = threads(1_000, 1);
        for (int thread = 1; thread <= 5; thread++) {
            holds.add(borrow(SECOND + (10 * thread + 21) * MILLI, 5, ROUTE, thread));
        }
        assertThat(followed(holds)).isEmpty();
    }

    @Test
    void a_thread_that_takes_one_after_the_other_holds_one() {
        var holds = new ArrayList<Hold>();
        for (int i = 0; i < 20; i++) {
            holds.add(borrow(SECOND + 10 * i * MILLI, 10, ROUTE, 1));
        }

        assertThat(followed(holds)).isEmpty();
    }
}
