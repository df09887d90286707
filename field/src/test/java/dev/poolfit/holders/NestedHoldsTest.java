package dev.poolfit.holders;

import static dev.poolfit.holders.HoldStatisticsTest.MILLI;
import static dev.poolfit.holders.HoldStatisticsTest.NAMES;
import static dev.poolfit.holders.HoldStatisticsTest.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.NestedConnections;
import dev.poolfit.holders.RecordedHolds.Hold;
import dev.poolfit.holders.RecordedHolds.Suspended;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a request holds at once is followed, how many such requests there were at once, and a pool that stands still. */
class NestedHoldsTest {
    private static final int ROUTE = 1;
    private static final int JOB = 2;
    private static final String GOT = "com.example.Shop.order\ncom.example.Orders.pay:31\n[code]";
    private static final String WAITS = "com.example.Shop.order\ncom.example.Audit.write:18\n[connection]";
    private static final OptionalInt THREADS = OptionalInt.of(20);

    private final HoldStatistics statistics = new HoldStatistics();
    private int pools = 1;
    private long seconds = 3;

    private static Hold hold(long since, long millis, int name, int before) {
        return new Hold(since, 0, millis * MILLI, name, 77 + since, before, true);
    }

    /** Requests of a route that begin every 10 ms and hold one connection for 35 ms and another for 5 ms of that. */
    private static List<Hold> requests(int count, int each) {
        var holds = new ArrayList<Hold>();
        for (int i = 0; i < count; i++) {
            long begin = SECOND + 10 * i * MILLI;
            holds.add(hold(begin, 35, ROUTE, 0));
            for (int inner = 1; inner < each; inner++) {
                holds.add(hold(begin + (20 + inner) * MILLI, 5, ROUTE, inner));
            }
        }
        return holds;
    }

    private Optional<NestedConnections> seen(List<Hold> ended) {
        statistics.add(HoldStatisticsTest.told(0, NAMES, List.of(), List.of()));
        statistics.add(HoldStatisticsTest.told(10 * SECOND, List.of(), ended, List.of()));
        return statistics.report("main", 10, THREADS).nested();
    }

    @Test
    void the_most_that_one_request_holds_and_the_most_requests_at_once_are_told() {
        List<Hold> holds = requests(8, 3);
        IntStream.range(0, 9).forEach(i -> holds.add(hold(SECOND, 900, JOB, 0)));

        assertThat(seen(holds)).contains(new NestedConnections("GET /items/{id}", 3, 4, THREADS));
    }

    @Test
    void names_that_share_a_row_for_want_of_room_are_told_together() {
        var names = new ArrayList<String>();
        var holds = new ArrayList<Hold>();
        for (int i = 0; i < 2_100; i++) {
            names.add("GET /page-" + i);
            holds.add(hold(SECOND, 35, i, 0));
        }
        for (int i = 2_050; i < 2_100; i++) {
            holds.add(hold(SECOND + MILLI, 5, i, 2));
        }
        statistics.add(HoldStatisticsTest.told(0, names, List.of(), List.of()));
        statistics.add(HoldStatisticsTest.told(10 * SECOND, List.of(), holds, List.of()));

        assertThat(statistics.report("main", 10, THREADS).nested()).hasValueSatisfying(each -> {
            assertThat(each.endpoint()).isEqualTo("(others)");
            assertThat(each.each()).isEqualTo(3);
        });
    }

    @Test
    void one_after_the_other_is_not_at_once() {
        assertThat(seen(requests(8, 1))).isEmpty();
    }

    @Test
    void what_happens_once_in_a_thousand_is_an_odd_chance() {
        List<Hold> holds = requests(1_000, 1);
        holds.addAll(requests(4, 2));

        assertThat(seen(holds)).isEmpty();
    }

    /** The route's requests wait for a second connection; the name of the stack that got the first is 3, of that which waits 4. */
    private void add(List<Integer> uses, List<String> states, int waiting) {
        add(uses, states, waiting, 0, Optional.empty());
    }

    private void add(List<Integer> uses, List<String> states, int waiting, int before, Optional<Suspended> suspended) {
        statistics.add(
                HoldStatisticsTest.told(0, List.of("(other)", "POST /orders", "x", GOT, WAITS), List.of(), List.of()));
        statistics.add(answer(uses, states, waiting, before, suspended));
    }

    private RecordedHolds answer(
            List<Integer> uses, List<String> states, int waiting, int before, Optional<Suspended> suspended) {
        List<Hold> held = IntStream.range(0, uses.size())
                .mapToObj(i -> new Hold(SECOND, 0, seconds * SECOND, ROUTE, 3, 0, true))
                .toList();
        return new RecordedHolds(
                4 * SECOND,
                5,
                List.of(),
                List.of(),
                held,
                List.of(),
                List.of(),
                4,
                waiting,
                before,
                false,
                0,
                0,
                false,
                states,
                uses,
                Optional.empty(),
                pools,
                suspended,
                List.of(),
                List.of());
    }

    @Test
    void a_pool_whose_connections_all_wait_for_another_stands_still() {
        add(List.of(4, 4, 4), List.of("working", "working", "working"), 3);

        assertThat(statistics.standstill(3)).hasValueSatisfying(still -> {
            assertThat(still.connections()).isEqualTo(3);
            assertThat(still.over()).isFalse();
            assertThat(still.waiting()).isEqualTo(3);
            assertThat(still.name()).isEqualTo("POST /orders");
            assertThat(still.borrowed().flatMap(Stack::top)).contains("com.example.Orders.pay:31");
            assertThat(still.waits().top()).contains("com.example.Audit.write:18");
        });
        assertThat(statistics.standstill(4)).as("one connection is free").isEmpty();
    }

    @Test
    void a_connection_that_was_lost_does_not_help() {
        add(List.of(4, -1, 4), List.of("working", "left", "still"), 2);

        assertThat(statistics.standstill(3)).isPresent();
    }

    @Test
    void a_connection_that_a_stream_or_suspended_code_keeps_for_long_does_not_help() {
        add(List.of(4, -1, -1, 4), List.of("working", "stream", "nobody", "working"), 2);
        assertThat(statistics.standstill(4)).as("they may soon give them back").isEmpty();

        seconds = 12;
        statistics.add(answer(
                List.of(4, -1, -1, 4), List.of("working", "stream", "nobody", "working"), 2, 0, Optional.empty()));
        assertThat(statistics.standstill(4)).hasValueSatisfying(still -> {
            assertThat(still.connections()).isEqualTo(4);
            assertThat(still.waiting()).isEqualTo(2);
        });

        statistics.add(answer(List.of(-1, -1), List.of("stream", "nobody"), 2, 0, Optional.empty()));
        assertThat(statistics.standstill(2)).as("nobody waits who holds one").isEmpty();
    }

    @Test
    void a_request_that_still_works_will_give_its_connection_back() {
        add(List.of(4, 3, 4), List.of("working", "working", "working"), 3);

        assertThat(statistics.standstill(3)).isEmpty();
    }

    @Test
    void who_waits_for_a_connection_of_another_pool_does_not_wait_for_this_one() {
        add(List.of(4, 4, 4), List.of("working", "working", "working"), 1);

        assertThat(statistics.standstill(3)).isEmpty();
    }

    @Test
    void what_is_young_is_not_asked_and_so_not_known_to_wait() {
        add(List.of(4, 4, -1), List.of("working", "working", ""), 3);

        assertThat(statistics.standstill(3)).isEmpty();
    }

    @Test
    void a_pool_that_stood_still_before_is_told_by_the_threads_that_wait_within_a_transaction() {
        add(List.of(), List.of(), 7, 3, Optional.of(new Suspended(2, 3, 4)));

        assertThat(statistics.standstill(3)).hasValueSatisfying(still -> {
            assertThat(still.waiting()).isEqualTo(2);
            assertThat(still.borrowed()).isEmpty();
            assertThat(still.waits().top()).contains("com.example.Audit.write:18");
        });
        assertThat(statistics.standstill(4)).as("one connection may be at work").isEmpty();

        statistics.add(answer(List.of(), List.of(), 7, 3, Optional.empty()));
        assertThat(statistics.standstill(3)).as("not asked again").isPresent();
    }

    @Test
    void a_wait_in_vain_for_a_second_connection_counts_as_one() {
        List<Hold> holds = requests(8, 1);
        for (int i = 0; i < 6; i++) {
            holds.add(new Hold(2 * SECOND, 30 * MILLI, -1, ROUTE, 77, 1, true));
        }

        assertThat(seen(holds)).contains(new NestedConnections("GET /items/{id}", 2, 4, THREADS));
    }

    @Test
    void how_many_threads_a_job_has_is_not_known() {
        var holds = new ArrayList<Hold>();
        for (int i = 0; i < 6; i++) {
            holds.add(new Hold(SECOND + i * SECOND, 0, 400 * MILLI, JOB, 0, 0, true));
            holds.add(new Hold(SECOND + i * SECOND + MILLI, 0, 100 * MILLI, JOB, 0, 1, true));
        }

        assertThat(seen(holds)).contains(new NestedConnections("com.example.Job.run", 2, 1, OptionalInt.empty()));
        assertThat(statistics.report("main", 10, THREADS).nestedRequests()).isEmpty();
    }

    @Test
    void of_two_pools_it_is_not_known_for_whose_connections_threads_wait() {
        pools = 2;
        add(List.of(4, 4, 4), List.of("working", "working", "working"), 3);

        assertThat(statistics.standstill(3)).isEmpty();
    }

    @Test
    void one_that_has_ended_is_reported_and_no_longer_told_as_present() {
        add(List.of(4, 4, 4), List.of("working", "working", "working"), 3);
        statistics.add(HoldStatisticsTest.told(6 * SECOND, List.of(), List.of(), List.of()));

        assertThat(statistics.standstill(3)).isEmpty();
        assertThat(statistics.report("main", 3).standstill())
                .hasValueSatisfying(still -> assertThat(still.over()).isTrue());
    }
}
