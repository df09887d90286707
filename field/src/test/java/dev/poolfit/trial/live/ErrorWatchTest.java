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

    @Test
    void as_many_errors_as_before_break_nothing() {
        watch.calm(told(0, 0));
        watch.calm(told(10_000, 1_000));
        assertThat(watch.tried(told(20_000, 2_050), 4)).isEmpty();
    }

    @Test
    void more_errors_than_before_and_than_allowed_break_it() {
        watch.calm(told(0, 0));
        watch.calm(told(10_000, 100));
        assertThat(watch.tried(told(20_000, 500), 4)).hasValueSatisfying(each -> {
            assertThat(each.guard()).isEqualTo(GuardBreak.Guard.ERRORS);
            assertThat(each.size()).isEqualTo(4);
            assertThat(each.value()).isBetween(0.029, 0.031);
        });
    }

    @Test
    void what_one_size_broke_is_not_held_against_the_next() {
        watch.calm(told(0, 0));
        watch.calm(told(10_000, 100));
        assertThat(watch.tried(told(20_000, 500), 4)).isPresent();
        watch.round();
        assertThat(watch.tried(told(30_000, 600), 6)).isEmpty();
    }

    @Test
    void a_service_that_tells_no_requests_breaks_nothing() {
        watch.calm(told(-1, -1));
        assertThat(watch.tried(told(-1, -1), 4)).isEmpty();
    }

    @Test
    void a_service_that_counts_anew_breaks_nothing() {
        watch.calm(told(0, 0));
        watch.calm(told(10_000, 0));
        assertThat(watch.tried(told(100, 90), 4)).isEmpty();
    }
}
