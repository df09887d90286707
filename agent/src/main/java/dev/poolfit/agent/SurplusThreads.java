package dev.poolfit.agent;

import java.util.concurrent.Executor;
import java.util.function.IntSupplier;

/**
 * Occupies worker threads beyond a maximum that was lowered. Jetty and XNIO let a thread go only once it has nothing to
 * do, which under full load is never. So each of them gets a task that does nothing as long as there are too many.
 */
final class SurplusThreads {
    private static final long BETWEEN_LOOKS_MILLIS = 100;

    private final IntSupplier beyond;
    private final Executor server;
    /** Tasks that the server was given and that have not ended. */
    private int given;
    /** The number of those tasks that have a thread. */
    private int held;

    private boolean closed;

    /**
     * @param beyond returns how many threads the server has beyond its maximum, these ones included; 0 or less once it
     *     stops
     * @param server runs tasks on its threads
     */
    SurplusThreads(IntSupplier beyond, Executor server) {
        this.beyond = beyond;
        this.server = server;
    }

    /** Returns how many threads do nothing now. */
    synchronized int count() {
        return held;
    }

    /** Holds as many as there are too many of now, and frees the others. */
    synchronized void fit() {
        notifyAll();
        int wanted = beyond.getAsInt();
        while (given < wanted && !closed) {
            given++;
            try {
                server.execute(this::hold);
            } catch (RuntimeException full) {
                given--;
                return;
            }
        }
    }

    private synchronized void hold() {
        held++;
        try {
            while (!closed && held <= beyond.getAsInt()) {
                wait(BETWEEN_LOOKS_MILLIS);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            held--;
            given--;
        }
    }

    synchronized void close() {
        closed = true;
        notifyAll();
    }
}
