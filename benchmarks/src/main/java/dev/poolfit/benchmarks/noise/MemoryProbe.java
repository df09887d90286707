package dev.poolfit.benchmarks.noise;

import java.util.Random;

/**
 * Times loads from memory that depend on each other: a thread follows a random ring through 64 MiB, which no cache of a core
 * holds, {@value #LOADS} steps each 20 ms. That takes some 0.5 % of a core. Programs that share the memory with this one, those
 * of neighbours on the host included, make the steps slower.
 */
final class MemoryProbe implements AutoCloseable {
    private static final int CELLS = (64 << 20) / Integer.BYTES;
    private static final int LOADS = 1_000;
    private static final long PAUSE_MILLIS = 20;

    private final int[] next = new int[CELLS];
    private final Thread thread = new Thread(this::follow, "memory probe");
    private long spent;
    private long steps;
    /** Where the ring was left: what nobody reads, a compiler may leave out. */
    private volatile int at;

    MemoryProbe() {
        var random = new Random(1);
        for (int cell = 0; cell < CELLS; cell++) {
            next[cell] = cell;
        }
        // Sattolo's shuffle: one ring through all cells (Information Processing Letters 22, 1986).
        for (int cell = CELLS - 1; cell > 0; cell--) {
            int other = random.nextInt(cell);
            int kept = next[cell];
            next[cell] = next[other];
            next[other] = kept;
        }
        thread.setDaemon(true);
        thread.start();
    }

    private void follow() {
        try {
            while (!Thread.interrupted()) {
                int cell = at;
                long began = System.nanoTime();
                for (int load = 0; load < LOADS; load++) {
                    cell = next[cell];
                }
                long took = System.nanoTime() - began;
                at = cell;
                synchronized (this) {
                    spent += took;
                    steps += LOADS;
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            // The end.
        }
    }

    /** Returns the mean time of a load since the last call, in nanoseconds; NaN if none ended. */
    synchronized double take() {
        double mean = steps == 0 ? Double.NaN : (double) spent / steps;
        spent = 0;
        steps = 0;
        return mean;
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
