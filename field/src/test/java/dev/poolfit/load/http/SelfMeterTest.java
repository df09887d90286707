package dev.poolfit.load.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A thread's CPU is counted against the time that has passed, by a clock that the test moves. */
class SelfMeterTest {
    private static final long USED = 50_000_000;

    @Test
    void what_the_thread_used_is_a_share_of_the_time_between_two_readings() {
        var clock = new AtomicLong(5);
        var meter = new SelfMeter(clock::get);
        meter.read();

        use(USED);
        clock.addAndGet(100_000_000);
        double busy = meter.read().cpu();
        clock.addAndGet(3_600_000_000_000L);
        double idle = meter.read().cpu();

        assertThat(busy).isGreaterThanOrEqualTo(0.5);
        assertThat(idle).isBetween(0.0, 0.5);
    }

    private static void use(long nanoseconds) {
        var threads = ManagementFactory.getThreadMXBean();
        long end = threads.getCurrentThreadCpuTime() + nanoseconds;
        while (threads.getCurrentThreadCpuTime() < end) {
            Thread.onSpinWait();
        }
    }
}
