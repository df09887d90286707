package dev.poolfit.model.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.units.Message;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What Little's law tells of users whom nobody counted. */
class RequestsInProgressTest {
    private static final OptionalInt NOBODY_SAID = OptionalInt.empty();
    private static final OptionalDouble UNKNOWN = OptionalDouble.empty();

    private static Row row(int pool, double rate, double meanMs) {
        return RowsTold.row(pool, rate, meanMs, 1, NOBODY_SAID, UNKNOWN);
    }

    @Test
    void as_many_are_in_progress_as_come_in_the_time_of_a_response() {
        assertThat(RequestsInProgress.number(row(10, 50, 600))).hasValue(30);
        assertThat(RequestsInProgress.number(row(10, 50, 0))).isEmpty();
    }

    @Test
    void where_they_are_alike_in_every_row_so_many_users_without_a_pause_explain_them() {
        var alike = new RequestsInProgress(List.of(row(5, 25, 1200), row(10, 50, 610), row(20, 100, 330)), false);
        assertThat(alike.filled())
                .extracting(Row::users)
                .containsExactly(OptionalInt.of(30), OptionalInt.of(30), OptionalInt.of(33));
        assertThat(alike.filled().get(0).think().orElseThrow()).isCloseTo(0, within(1e-9));
        assertThat(alike.note().orElseThrow().key()).isEqualTo("rows.users-derived");
    }

    @Test
    void where_they_differ_by_more_than_15_percent_of_the_middle_nothing_follows() {
        List<Row> rows = List.of(row(5, 25, 1200), row(10, 50, 610), row(20, 100, 360));
        var differing = new RequestsInProgress(rows, false);
        assertThat(differing.filled()).isEqualTo(rows);
        assertThat(differing.note()).isEmpty();
        assertThat(differing.range()).map(Message::key).contains("join.to");
    }

    /** 60 users at 20/s are 3 s from request to request, of which the response takes 1 s. */
    @Test
    void a_single_row_tells_the_pause_of_its_users() {
        var one = new RequestsInProgress(List.of(RowsTold.row(10, 20, 1000, 1, OptionalInt.of(60), UNKNOWN)), false);
        assertThat(one.filled().get(0).think().orElseThrow()).isCloseTo(2, within(1e-9));
        assertThat(one.note()).map(Message::key).contains("rows.think-derived");
        assertThat(one.range()).isEmpty();
    }

    @Test
    void two_rows_whose_users_are_known_stay_as_they_are() {
        List<Row> rows = List.of(
                RowsTold.row(10, 20, 1000, 1, OptionalInt.of(60), UNKNOWN),
                RowsTold.row(20, 25, 900, 1, OptionalInt.of(60), UNKNOWN));
        assertThat(new RequestsInProgress(rows, false).filled()).isEqualTo(rows);
    }
}
