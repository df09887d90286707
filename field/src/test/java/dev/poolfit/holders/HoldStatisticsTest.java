package dev.poolfit.holders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.holders.RecordedHolds.Hold;
import dev.poolfit.holders.RecordedHolds.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the recorder tells is added up by who held the connections. */
class HoldStatisticsTest {
    static final long SECOND = 1_000_000_000L;
    static final long MILLI = 1_000_000L;
    private static final String SLEEP = "com.example.Shop.item\ncom.example.Feed.fetch:42\n[sleep]";
    private static final String AFTER = "com.example.Shop.item:20\n[code outside]";
    static final List<String> NAMES =
            List.of("(other)", "GET /items/{id}", "com.example.Job.run", SLEEP, AFTER, "[database]");

    private final HoldStatistics statistics = new HoldStatistics();

    static RecordedHolds told(long at, List<String> names, List<Hold> ended, List<Hold> held, Sample... samples) {
        return told(at, 1, names, ended, held, samples);
    }

    private static RecordedHolds told(
            long at, int waiting, List<String> names, List<Hold> ended, List<Hold> held, Sample... samples) {
        return new RecordedHolds(
                at,
                0,
                names,
                ended,
                held,
                List.of(samples),
                List.of(),
                4,
                waiting,
                0,
                false,
                0,
                at / 100,
                true,
                List.of(),
                List.of(),
                Optional.empty(),
                1,
                Optional.empty(),
                List.of(),
                List.of());
    }

    @Test
    void shares_times_and_requests_add_up() {
        statistics.add(told(0, NAMES, List.of(), List.of()));
        statistics.add(told(
                10 * SECOND,
                List.of(),
                List.of(
                        new Hold(SECOND, 5 * MILLI, 60 * MILLI, 1, 77, 0, true),
                        new Hold(SECOND + 70 * MILLI, 0, 20 * MILLI, 1, 77, 0, true),
                        new Hold(2 * SECOND, 0, 20 * MILLI, 1, 78, 1, true),
                        new Hold(3 * SECOND, 2 * MILLI, -1, 1, 79, 0, true),
                        new Hold(3 * SECOND, 0, 300 * MILLI, 2, 0, 0, true)),
                List.of(),
                new Sample(1, 3, true, 75_000, 3),
                new Sample(1, 4, false, 25_000, 1)));

        HoldReport report = statistics.report("main", 4);

        assertThat(report.seconds()).isEqualTo(10, within(1e-9));
        assertThat(report.inUse()).isEqualTo(0.04, within(1e-9));
        assertThat(report.recorderCores()).isEqualTo(0.01, within(1e-9));
        assertThat(report.endpoints())
                .extracting(EndpointHolds::name)
                .containsExactly("com.example.Job.run", "GET /items/{id}");
        EndpointHolds items = report.endpoints().get(1);
        assertThat(items.borrows()).isEqualTo(3);
        assertThat(items.requests()).isEqualTo(2);
        assertThat(items.nested()).isEqualTo(1);
        assertThat(items.timeouts()).isEqualTo(1);
        assertThat(items.share()).isEqualTo(0.25, within(1e-9));
        assertThat(items.holds().mean()).isEqualTo(100 / 3.0, within(1e-9));
        assertThat(items.waits().most()).isEqualTo(5, within(1e-9));
        assertThat(items.waitedFor()).isEqualTo(0.075, within(1e-9));
        assertThat(items.kinds()).containsEntry(HoldKind.SLEEP, 0.75).containsEntry(HoldKind.CODE, 0.25);
        assertThat(items.uses().get(0).stack())
                .isEqualTo(
                        new Stack(List.of("com.example.Shop.item", "com.example.Feed.fetch:42"), HoldKind.SLEEP, true));
        assertThat(items.uses().get(1).stack().inTransaction()).isFalse();
    }

    @Test
    void connections_in_use_are_told_apart_by_whether_threads_wait() {
        statistics.add(told(0, NAMES, List.of(), List.of()));
        statistics.add(told(2 * SECOND, List.of(), List.of(), List.of(), new Sample(1, 3, false, 3_000_000, 60)));
        statistics.add(told(6 * SECOND, 0, List.of(), List.of(), List.of(), new Sample(1, 3, false, 2_000_000, 9)));
        statistics.add(told(7 * SECOND, List.of(), List.of(new Hold(SECOND, 0, MILLI, 1, 77, 0, true)), List.of()));

        EndpointHolds only = statistics.report("main", 4).endpoints().get(0);
        assertThat(only.calmUse()).isEqualTo(0.5, within(1e-9));
        assertThat(only.dryUse()).isEqualTo(1, within(1e-9));
    }

    @Test
    void a_lost_answer_gives_nobody_the_name_of_another() {
        statistics.add(told(0, NAMES, List.of(), List.of()));
        statistics.add(new RecordedHolds(
                10 * SECOND,
                NAMES.size() + 2,
                List.of("GET /late"),
                List.of(
                        new Hold(SECOND, 0, 2 * MILLI, NAMES.size() + 2, 77, 0, true),
                        new Hold(SECOND, 0, MILLI, NAMES.size(), 78, 0, true)),
                List.of(),
                List.of(),
                List.of(),
                4,
                1,
                0,
                false,
                0,
                0,
                true,
                List.of(),
                List.of(),
                Optional.empty(),
                1,
                Optional.empty(),
                List.of(),
                List.of()));

        assertThat(statistics.report("main", 4).endpoints())
                .extracting(EndpointHolds::name)
                .containsExactly("GET /late", "(others)");
    }

    @Test
    void a_look_that_stands_for_no_time_shows_nothing() {
        statistics.add(told(0, NAMES, List.of(), List.of()));
        statistics.add(told(
                SECOND,
                List.of(),
                List.of(new Hold(SECOND / 2, 0, 60 * MILLI, 1, 77, 0, true)),
                List.of(),
                new Sample(1, 3, true, 0, 1)));

        EndpointHolds only = statistics.report("main", 4).endpoints().get(0);
        assertThat(only.uses()).isEmpty();
        assertThat(only.kinds()).isEmpty();
    }

    @Test
    void what_was_held_before_the_observation_counts_from_its_beginning() {
        statistics.add(told(10 * SECOND, NAMES, List.of(), List.of()));
        statistics.add(told(
                11 * SECOND,
                List.of(),
                List.of(new Hold(9 * SECOND, 0, SECOND + SECOND / 2, 1, 0, 0, true)),
                List.of()));

        assertThat(statistics.report("main", 4).inUse()).isEqualTo(0.5, within(1e-9));
    }

    @Test
    void a_connection_that_is_held_for_very_long_is_a_leak_with_the_stack_that_got_it() {
        statistics.add(told(0, NAMES, List.of(), List.of()));
        statistics.add(told(
                30 * SECOND,
                List.of(),
                List.of(),
                List.of(
                        new Hold(5 * SECOND, 0, 25 * SECOND, 1, 4, 0, true),
                        new Hold(6 * SECOND, 0, 24 * SECOND, 1, -1, 0, true),
                        new Hold(29 * SECOND, 0, SECOND, 1, 3, 0, true))));

        List<LongHold> leaks = statistics.report("main", 4).leaks();

        assertThat(leaks).hasSize(2);
        assertThat(leaks.get(0).borrowed().orElseThrow().top()).hasValue("com.example.Shop.item:20");
        assertThat(leaks.get(1).borrowed()).isEmpty();
    }

    @Test
    void what_is_held_for_long_is_told_by_who_works_with_it_and_what_an_older_agent_tells_is_lost() {
        var streams = Optional.of(List.of("GET /a", "GET /events", "GET /events"));
        List<Hold> held = List.of(
                new Hold(5 * SECOND, 0, 25 * SECOND, 1, 4, 0, true),
                new Hold(6 * SECOND, 0, 24 * SECOND, 1, 4, 0, true),
                new Hold(7 * SECOND, 0, 23 * SECOND, 1, 4, 0, true));
        statistics.add(told(0, NAMES, List.of(), List.of()));
        statistics.add(
                open(29 * SECOND, held, List.of("nobody", "working"), List.of(-1, 5), Optional.of(List.of("x"))));
        statistics.add(open(30 * SECOND, held, List.of("stream", "working"), List.of(-1, 5), streams));

        HoldReport report = statistics.report("main", 4);

        assertThat(report.longHolds())
                .extracting(LongHold::state)
                .containsExactly(LongHold.State.STREAM, LongHold.State.WORKING, LongHold.State.LEFT);
        assertThat(report.longHolds().get(1).use().orElseThrow().kind()).isEqualTo(HoldKind.DATABASE);
        assertThat(report.leaks()).singleElement().extracting(LongHold::seconds).isEqualTo(23.0);
        assertThat(report.streams()).contains(new Streams(1, List.of("GET /events", "GET /a")));
    }

    private static RecordedHolds open(
            long at, List<Hold> held, List<String> states, List<Integer> uses, Optional<List<String>> asynchronous) {
        return new RecordedHolds(
                at,
                NAMES.size(),
                List.of(),
                List.of(),
                held,
                List.of(),
                List.of(),
                4,
                1,
                0,
                false,
                0,
                0,
                true,
                states,
                uses,
                asynchronous,
                1,
                Optional.empty(),
                List.of(),
                List.of());
    }

    /** Two runs of Poolfit look at one service: the second one puts in a recorder of its own. */
    @Test
    void a_recorder_that_numbers_anew_gives_nobody_the_name_of_another() {
        statistics.add(told(0, NAMES, List.of(), List.of()));
        statistics.add(told(5 * SECOND, List.of(), List.of(new Hold(SECOND, 0, MILLI, 1, 77, 0, true)), List.of()));
        List<Hold> ended = List.of(
                new Hold(6 * SECOND, 0, MILLI, 1, 78, 0, true), new Hold(6 * SECOND, 0, 2 * MILLI, 2, 79, 0, true));
        statistics.add(told(10 * SECOND, List.of("(other)", "GET /new", "GET /items/{id}"), ended, List.of()));

        assertThat(statistics.report("main", 4).endpoints())
                .extracting(EndpointHolds::name, EndpointHolds::borrows)
                .containsExactly(tuple("GET /items/{id}", 2L), tuple("GET /new", 1L));
    }

    @Test
    void a_name_that_only_an_open_hold_had_is_gone_with_it() {
        statistics.add(told(0, NAMES, List.of(), List.of()));
        statistics.add(told(SECOND, List.of(), List.of(), List.of(new Hold(SECOND / 2, 0, SECOND / 2, 0, 0, 0, true))));
        assertThat(statistics.report("main", 4).endpoints())
                .extracting(EndpointHolds::name)
                .containsExactly("(other)");

        statistics.add(told(2 * SECOND, List.of(), List.of(new Hold(SECOND / 2, 0, SECOND, 1, 0, 0, true)), List.of()));
        assertThat(statistics.report("main", 4).endpoints())
                .extracting(EndpointHolds::name)
                .containsExactly("GET /items/{id}");
    }

    @Test
    void ten_thousand_endpoints_share_the_room_that_there_is_and_nothing_is_lost() {
        var names = new ArrayList<String>();
        var holds = new ArrayList<Hold>();
        for (int i = 0; i < 10_000; i++) {
            names.add("GET /page-" + i);
            holds.add(new Hold(SECOND, 0, MILLI, i, 0, 0, true));
        }
        statistics.add(told(0, names, List.of(), List.of()));
        statistics.add(told(10 * SECOND, List.of(), holds, List.of()));

        HoldReport report = statistics.report("main", 4);

        assertThat(report.endpoints()).hasSizeLessThanOrEqualTo(2_001);
        assertThat(report.borrows()).isEqualTo(10_000);
        assertThat(report.endpoints().get(0).name()).isEqualTo("(others)");
    }
}
