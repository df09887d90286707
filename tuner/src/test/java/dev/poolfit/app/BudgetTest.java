package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BudgetTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final AtomicLong now = new AtomicLong();

    private Budget budget(Duration used) {
        return new Budget(MINUTE, used, now::get);
    }

    private void pass(long seconds) {
        now.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }

    @Test
    void what_an_earlier_part_of_the_run_used_is_not_left() {
        Budget budget = budget(Duration.ofSeconds(20));
        pass(30);
        assertThat(budget.left()).isEqualTo(Duration.ofSeconds(10));
        pass(30);
        assertThat(budget.left()).isZero();
    }

    @Test
    void a_tenth_more_is_taken_once_where_it_suffices() {
        Budget budget = budget(Duration.ZERO);
        pass(58);
        assertThat(budget.exceed(Duration.ofSeconds(9))).isFalse();
        assertThat(budget.exceeded()).isFalse();
        assertThat(budget.exceed(Duration.ofSeconds(8))).isTrue();
        assertThat(budget.left()).isEqualTo(Duration.ofSeconds(8));
        assertThat(budget.exceed(Duration.ofSeconds(1))).isFalse();
        assertThat(budget.exceeded()).isTrue();
    }

    @Test
    void one_that_was_ended_is_not_exceeded() {
        Budget budget = budget(Duration.ZERO);
        budget.end();
        assertThat(budget.exceed(Duration.ofSeconds(1))).isFalse();
        assertThat(budget.left()).isZero();
    }
}
