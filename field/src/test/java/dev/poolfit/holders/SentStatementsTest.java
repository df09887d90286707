package dev.poolfit.holders;

import static dev.poolfit.holders.HoldStatisticsTest.MILLI;
import static dev.poolfit.holders.HoldStatisticsTest.NAMES;
import static dev.poolfit.holders.HoldStatisticsTest.SECOND;
import static dev.poolfit.holders.HoldStatisticsTest.told;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.holders.RecordedHolds.Hold;
import dev.poolfit.holders.RecordedHolds.Statements;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Statements are added up by who sent them and by shape. */
class SentStatementsTest {
    private final HoldStatistics statistics = new HoldStatistics();

    @Test
    void statements_are_added_up_by_who_sent_them_and_by_shape() {
        var shapes = new ArrayList<>(NAMES);
        shapes.add("select * from answer where question = ?");
        statements(0, shapes);
        statements(5 * SECOND, List.of(), new Statements(1, 6, 2, 60, 120 * MILLI, 40, -1));
        statements(10 * SECOND, List.of(), new Statements(1, 6, 1, 30, 60 * MILLI, 30, 3));

        assertThat(statistics.report("main", 4).endpoints().get(0).statements())
                .singleElement()
                .satisfies(sent -> {
                    assertThat(sent.shape()).isEqualTo("select * from answer where question = ?");
                    assertThat(sent.perHold()).isEqualTo(30);
                    assertThat(sent.most()).isEqualTo(40);
                    assertThat(sent.eachMs()).isEqualTo(2, within(1e-9));
                    assertThat(sent.stack().flatMap(Stack::top)).hasValue("com.example.Feed.fetch:42");
                });
    }

    @Test
    void statements_of_a_request_count_those_that_are_too_many_to_be_shown() {
        var shapes = new ArrayList<>(NAMES);
        var sent = new Statements[30];
        for (int i = 0; i < sent.length; i++) {
            shapes.add("select " + i);
            sent[i] = new Statements(1, NAMES.size() + i, 4, 4 * (i + 1), MILLI * (i + 1), i + 1, -1);
        }
        statements(0, shapes);
        statements(5 * SECOND, List.of(), sent);
        statistics.add(told(
                10 * SECOND,
                List.of(),
                List.of(
                        new Hold(SECOND, 0, MILLI, 1, 77, 0, true),
                        new Hold(2 * SECOND, 0, MILLI, 1, 77, 0, true),
                        new Hold(3 * SECOND, 0, MILLI, 1, 78, 0, true),
                        new Hold(4 * SECOND, 0, MILLI, 1, 78, 0, true)),
                List.of()));

        EndpointHolds only = statistics.report("main", 4).endpoints().get(0);

        assertThat(only.statementsPerRequest()).isEqualTo(4 * 30 * 31 / 2 / 2.0, within(1e-9));
        assertThat(only.statementsPerBorrow()).isEqualTo(30 * 31 / 2.0, within(1e-9));
        assertThat(only.statements()).hasSize(21).last().satisfies(rest -> {
            assertThat(rest.shape()).isEqualTo("(others)");
            assertThat(rest.count()).isEqualTo(4 * 10 * 11 / 2);
            assertThat(rest.most()).isEqualTo(10);
        });
    }

    @Test
    void what_all_holds_sent_is_estimated_from_those_that_were_watched() {
        statistics.add(told(0, NAMES, List.of(), List.of()));
        statements(5 * SECOND, List.of(), new Statements(1, 3, 1, 3, 12 * MILLI, 3, -1));
        var holds = new ArrayList<Hold>();
        for (int i = 0; i < 8; i++) {
            holds.add(new Hold((i + 1) * SECOND, 0, 20 * MILLI, 1, 70 + i, 0, i % 4 == 0));
        }
        statistics.add(told(10 * SECOND, List.of(), holds, List.of()));

        EndpointHolds only = statistics.report("main", 4).endpoints().get(0);

        assertThat(only.watched()).isEqualTo(2);
        assertThat(only.statementsPerBorrow()).as("3 in 2 holds").isEqualTo(1.5);
        assertThat(only.statements()).singleElement().satisfies(sent -> {
            assertThat(sent.holds()).isEqualTo(4);
            assertThat(sent.perHold()).isEqualTo(3);
            assertThat(sent.eachMs()).isEqualTo(4, within(1e-9));
            assertThat(sent.seconds()).isEqualTo(0.048, within(1e-9));
        });
    }

    private void statements(long at, List<String> names, Statements... sent) {
        statistics.add(new RecordedHolds(
                at,
                0,
                names,
                List.of(),
                List.of(),
                List.of(),
                List.of(sent),
                0,
                0,
                0,
                false,
                0,
                0,
                false,
                List.of(),
                List.of(),
                Optional.empty(),
                1,
                Optional.empty(),
                List.of(),
                List.of()));
    }
}
