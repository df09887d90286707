package dev.poolfit.evidence;

/**
 * Reads how warm a service is from its JIT compiler's CPU time, in milliseconds a second. All bounds of it stand here: a
 * service is loaded until less than {@link #NOTICEABLE} is left or what is left no longer falls, and a trial under
 * {@link #COLD} may have been slower than the service will be.
 */
public final class Compilation {
    /** A hundredth of a core. Below, a JVM compiles nothing to speak of. */
    public static final double IDLE = 10;
    /** A twentieth of a core; less of it is the usual trickle of a warm JVM. */
    public static final double NOTICEABLE = 50;
    /** A tenth of a core. From here on the service is not warm. */
    public static final double COLD = 100;
    /** A quarter of a core: a queue of methods keeps the compiler as busy until it is empty. */
    public static final double BUSY = 250;

    private Compilation() {}

    /** Returns the mean of a trial, in milliseconds a second; 0 where that was not read. */
    public static double of(Trial trial) {
        return trial.mean(Metric.JIT_TIME).orElse(0);
    }

    /** Returns whether the compiler used so much in a trial that the service was not warm. */
    public static boolean cold(Trial trial) {
        return of(trial) >= COLD;
    }
}
