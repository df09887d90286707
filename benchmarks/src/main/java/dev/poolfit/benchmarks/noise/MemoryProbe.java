package dev.poolfit.benchmarks.noise;

import java.util.ArrayList;
import java.util.List;
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
    /** The nanoseconds of each burst since they were last taken. */
    private final List<Long> bursts = new ArrayList<>();

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
                    bursts.add(took);
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            // The end.
        }
    }

    /** Returns the time of a load since the last call, in nanoseconds, by the burst in the middle: another may have lost its core; NaN if none ended. */
    synchronized double take() {
        double middle = bursts.isEmpty()
                ? Double.NaN
                : (double) bursts.stream().sorted().toList().get(bursts.size() / 2) / LOADS;
        bursts.clear();
        return middle;
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
