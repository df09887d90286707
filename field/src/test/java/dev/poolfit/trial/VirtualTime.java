package dev.poolfit.trial;

import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;

/** Time that passes only while somebody waits for it: whole trials take none, and are the same on every machine. */
public final class VirtualTime implements Time {
    private static final long SECOND = 1_000_000_000L;

    private record Tick(long at, long number, Repeated of) implements Comparable<Tick> {
        @Override
        public int compareTo(Tick other) {
            int byTime = Long.compare(at, other.at);
            return byTime == 0 ? Long.compare(number, other.number) : byTime;
        }
    }

    private final class Repeated implements Repetition {
        private final Runnable task;
        private boolean closed;

        Repeated(Runnable task) {
            this.task = task;
        }

        void run(long at) {
            if (!closed) {
                ticks.add(new Tick(at + SECOND, numbers++, this));
                task.run();
            }
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private final PriorityQueue<Tick> ticks = new PriorityQueue<>();
    private long now = SECOND;
    private long numbers;

    @Override
    public Instant instant() {
        return Instant.EPOCH.plusNanos(now);
    }

    @Override
    public long nanos() {
        return now;
    }

    @Override
    public void sleep(Duration length) {
        pass(length.toNanos());
    }

    @Override
    public long await(Condition condition, long nanos) {
        pass(nanos);
        return 0;
    }

    @Override
    public Repetition everySecond(Runnable task) {
        var repeated = new Repeated(task);
        ticks.add(new Tick(now, numbers++, repeated));
        return repeated;
    }

    private void pass(long nanos) {
        long end = now + nanos;
        for (Tick next = ticks.peek(); next != null && next.at() <= end; next = ticks.peek()) {
            ticks.remove();
            now = next.at();
            next.of().run(now);
        }
        now = end;
    }
}
