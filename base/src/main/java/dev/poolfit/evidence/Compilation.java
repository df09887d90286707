package dev.poolfit.evidence;

/**
 * Reads how warm a service is from its JIT compiler's CPU time, in milliseconds a second. All bounds of it stand here: a service
 * is loaded until less than {@link #NOTICEABLE} is left or what is left is {@link #level}, and a trial under {@link #COLD} may
 * have been slower than the service will be.
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

    /** Half a core: requests run code that waits for the compiler. */
    public static final double STARVED = 500;

    /** By so much of the larger the last stretch of load and the one before it may differ where what is left no longer falls. */
    private static final double LEVEL = 0.2;
    /** Of what it used before: to look again costs one trial, so that a little less is enough. */
    private static final double LESS = 0.9;
    /** Of what it used before: to leave a trial out for good takes much more. */
    private static final double FAR_LESS = 0.5;

    /** Of what it used before: it has nearly all behind it. */
    private static final double NEARLY_DONE = 0.25;

    private Compilation() {}

    /** Returns whether the compiler uses as much as before, in two stretches of load that are long enough to tell. */
    public static boolean level(double before, double now) {
        return Math.abs(now - before) <= LEVEL * Math.max(now, before);
    }

    /** Returns whether it uses less than before, so that a setting may give more now. */
    public static boolean less(double before, double now) {
        return now <= LESS * before;
    }

    /** Returns whether it uses so much less than before that what was measured then does not tell how the service is now. */
    public static boolean farLess(double before, double now) {
        return now <= FAR_LESS * before;
    }

    /** Returns whether it uses so little beside before that it has nearly all behind it. */
    public static boolean nearlyDone(double before, double now) {
        return now <= NEARLY_DONE * before;
    }

    /** Returns the mean of a trial, in milliseconds a second; 0 where that was not read. */
    public static double of(Trial trial) {
        return trial.mean(Metric.JIT_TIME).orElse(0);
    }

    /** Returns whether the compiler used so much in a trial that the service was not warm. */
    public static boolean cold(Trial trial) {
        return of(trial) >= COLD;
    }

    /** Returns whether the compiler used so much in a trial that requests ran code which was yet to be compiled. */
    public static boolean starved(Trial trial) {
        return of(trial) >= STARVED;
    }
}
