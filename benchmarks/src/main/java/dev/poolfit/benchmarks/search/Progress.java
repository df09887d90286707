package dev.poolfit.benchmarks.search;

/** Says on standard error the progress of the work and its remaining time; threads may share it. */
final class Progress {
    private static final double SECONDS_BETWEEN = 5;

    private final int all;
    private final long start = System.nanoTime();
    private int done;
    private double said;

    Progress(int all) {
        this.all = all;
    }

    synchronized void another() {
        done++;
        double seconds = (System.nanoTime() - start) / 1e9;
        if (seconds - said >= SECONDS_BETWEEN || done == all) {
            said = seconds;
            System.err.printf(
                    "%d of %d services, %.0f s, %.0f s left%n", done, all, seconds, seconds / done * (all - done));
        }
    }
}
