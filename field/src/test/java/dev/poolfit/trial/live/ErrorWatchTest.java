package dev.poolfit.trial.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.live.GuardBreak;
import dev.poolfit.limiter.BorrowCounts;
import java.util.List;
import org.junit.jupiter.api.Test;

class ErrorWatchTest {
    private final ErrorWatch watch = new ErrorWatch(0.01);

    private static BorrowCounts told(long requests, long errors) {
        return new BorrowCounts(0, List.of(), List.of(), 0, 1, -1, List.of(), requests, errors);
    }

    private void calm(BorrowCounts... readings) {
        for (BorrowCounts each : readings) {
            watch.calm(each);
        }
        watch.usual();
    }

    /** Requests fail together: none for nine seconds, then 20 of 100 in one. */
    private void bursts(int seconds, int together) {
        var readings = new BorrowCounts[seconds * 5 + 1];
        readings[0] = told(0, 0);
        long errors = 0;
        for (int i = 1; i < readings.length; i++) {
            if (i / 5 % 10 == 9) {
                errors += together;
            }
            readings[i] = told(20L * i, errors);
        }
        calm(readings);
    }

    @Test
    void requests_that_often_fail_together_break_nothing_when_they_do_so_again() {
        bursts(60, 4);
        // 120 of 6,000 so far, in six bursts; once more 20, of 300.
        assertThat(watch.tried(told(6_300, 120 + 20), 4)).isEmpty();
    }

    @Test
    void as_many_break_it_where_they_failed_one_by_one_before() {
        var readings = new BorrowCounts[61];
        for (int i = 0; i < readings.length; i++) {
            readings[i] = told(100L * i, 2L * i);
        }
        calm(readings);
        assertThat(watch.tried(told(6_300, 120 + 20), 4)).isPresent();
    }

    @Test
    void as_many_errors_as_before_break_nothing() {
        calm(told(0, 0), told(10_000, 1_000));
        assertThat(watch.tried(told(20_000, 2_050), 4)).isEmpty();
    }

    @Test
    void more_errors_than_before_and_than_allowed_break_it() {
        calm(told(0, 0), told(10_000, 100));
        assertThat(watch.tried(told(20_000, 500), 4)).hasValueSatisfying(each -> {
            assertThat(each.guard()).isEqualTo(GuardBreak.Guard.ERRORS);
            assertThat(each.size()).isEqualTo(4);
            assertThat(each.value()).isBetween(0.029, 0.031);
        });
    }

    @Test
    void what_one_size_broke_is_not_held_against_the_next() {
        calm(told(0, 0), told(10_000, 100));
        assertThat(watch.tried(told(20_000, 500), 4)).isPresent();
        watch.round();
        assertThat(watch.tried(told(30_000, 600), 6)).isEmpty();
    }

    @Test
    void a_service_that_tells_no_requests_breaks_nothing() {
        calm(told(-1, -1));
        assertThat(watch.tried(told(-1, -1), 4)).isEmpty();
    }

    @Test
    void a_service_that_counts_anew_breaks_nothing() {
        calm(told(0, 0), told(10_000, 0));
        assertThat(watch.tried(told(100, 90), 4)).isEmpty();
    }
}
