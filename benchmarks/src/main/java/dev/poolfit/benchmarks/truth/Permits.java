package dev.poolfit.benchmarks.truth;

import java.util.PriorityQueue;
import java.util.function.IntToDoubleFunction;

/**
 * A queue for some permits in order of arrival, by arithmetic: who comes is told when it may leave (Kiefer and Wolfowitz
 * 1955), and sleeps until then. Real permits would stand idle while the one who is next wakes up.
 */
final class Permits {
    /** The times at which each permit that was given is free again, in nanoseconds. */
    private final PriorityQueue<Long> free = new PriorityQueue<>();
    /** The times at which those who are there leave, in nanoseconds. */
    private final PriorityQueue<Long> present = new PriorityQueue<>();

    private final int count;

    Permits(int count) {
        this.count = count;
    }

    /**
     * Lets one arrive.
     *
     * @param now nanoseconds since some origin
     * @param work nanoseconds that a permit is held, given how many are there with the newcomer
     * @return the time when it leaves, on the same clock
     */
    synchronized long leave(long now, IntToDoubleFunction work) {
        while (!present.isEmpty() && present.peek() <= now) {
            present.remove();
        }
        long start = free.size() < count ? now : Math.max(now, free.remove());
        long end = start + Math.round(work.applyAsDouble(present.size() + 1));
        if (count < Work.MANY) {
            free.add(end);
        }
        present.add(end);
        return end;
    }
}
