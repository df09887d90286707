package dev.poolfit.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Holds that nobody asked are named after those like them that were asked. */
class LikelyTest {
    private static final int JOB = 1;
    private static final int LISTENER = 2;
    private static final long SHORT = 1_000_000;
    private static final long LONG = 900_000_000;

    private final Likely likely = new Likely();

    private static Hold hold(int name, int shape) {
        Hold hold = new Hold("a", Thread.currentThread(), 0, 0, null);
        hold.name = name;
        hold.sent = new Sent();
        hold.sent.place(shape);
        return hold;
    }

    @Test
    void where_none_was_asked_the_name_is_not_known() {
        assertThat(likely.name(hold(0, 3), SHORT)).isEqualTo(Names.OTHER);
    }

    @Test
    void the_statement_tells_them_apart_and_else_the_time() {
        likely.learn(hold(JOB, 3), SHORT);
        likely.learn(hold(LISTENER, 4), SHORT);
        likely.learn(hold(JOB, 5), SHORT);
        likely.learn(hold(LISTENER, 5), LONG);

        assertThat(likely.name(hold(0, 3), LONG)).isEqualTo(JOB);
        assertThat(likely.name(hold(0, 4), LONG)).isEqualTo(LISTENER);
        assertThat(likely.name(hold(0, 5), SHORT)).isEqualTo(JOB);
        assertThat(likely.name(hold(0, 5), LONG)).isEqualTo(LISTENER);
    }

    @Test
    void of_those_that_nothing_tells_apart_each_keeps_its_share() {
        int jobs = 0;
        for (int i = 0; i < 10_000; i++) {
            likely.learn(hold(i % 10 < 3 ? JOB : LISTENER, 3), SHORT);
            jobs += likely.name(hold(0, 3), SHORT) == JOB ? 1 : 0;
        }

        assertThat(jobs / 10_000.0).isCloseTo(0.3, within(0.05));
    }

    @Test
    void a_great_many_of_statements_take_no_more_memory() {
        for (int shape = 0; shape < 100_000; shape++) {
            likely.learn(hold(JOB, shape), SHORT);
        }

        assertThat(likely.kinds()).isLessThanOrEqualTo(2_048);
        assertThat(likely.name(hold(0, 99_999), SHORT)).isEqualTo(JOB);
    }
}
