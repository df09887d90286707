package dev.poolfit.agent;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Tells for how long threads have used no CPU: one that waits for the answer to a single statement uses none, one that sends many does. */
final class StillThreads {
    /** The CPU time that is no work: to send one statement takes more. */
    private static final long NONE = TimeUnit.MICROSECONDS.toNanos(20);

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Map<Long, Still> known = new HashMap<>();

    private static final class Still {
        private final long cpu;
        private final long since;

        Still(long cpu, long since) {
            this.cpu = cpu;
            this.since = since;
        }
    }

    /**
     * Looks at some threads; what is known of others is forgotten.
     *
     * @return nanoseconds that each has used no CPU, as far as it was looked at before; 0 for a virtual thread, of which it is not told
     */
    Map<Thread, Long> look(Set<Thread> asked, long now) {
        Map<Thread, Long> still = new HashMap<>();
        Map<Long, Still> next = new HashMap<>();
        for (Thread thread : asked) {
            long cpu = threads.getThreadCpuTime(thread.getId());
            Still before = known.get(thread.getId());
            Still its = before != null && cpu - before.cpu <= NONE ? before : new Still(cpu, now);
            if (cpu >= 0) {
                next.put(thread.getId(), its);
            }
            still.put(thread, cpu < 0 ? 0 : now - its.since);
        }
        known.clear();
        known.putAll(next);
        return still;
    }
}
