package dev.poolfit.load.http;

import io.vertx.core.Handler;
import java.time.Duration;
import java.util.PriorityQueue;

/** A loop whose time passes only from one task to the next, so that what a test sees is exact on any machine. */
final class VirtualLoop implements Loop {
    private record Task(long at, long number, Handler<Void> handler) implements Comparable<Task> {
        @Override
        public int compareTo(Task other) {
            int byTime = Long.compare(at, other.at);
            return byTime == 0 ? Long.compare(number, other.number) : byTime;
        }
    }

    private final PriorityQueue<Task> tasks = new PriorityQueue<>();
    private long now = 1_000_000_000_000L;
    private long numbers;

    @Override
    public long now() {
        return now;
    }

    @Override
    public void at(long nanos, Handler<Void> task) {
        tasks.add(new Task(Math.max(now, nanos), numbers++, task));
    }

    @Override
    public void next(Handler<Void> task) {
        at(now, task);
    }

    /** Keeps the thread from every other task so long, as a pause of the machine does. */
    void block(Duration length) {
        now += length.toNanos();
    }

    /** Lets time pass, and with it all that is due. */
    void run(Duration length) {
        long end = now + length.toNanos();
        for (Task next = tasks.peek(); next != null && next.at() <= end; next = tasks.peek()) {
            tasks.remove();
            now = Math.max(now, next.at());
            next.handler().handle(null);
        }
        now = Math.max(now, end);
    }
}
