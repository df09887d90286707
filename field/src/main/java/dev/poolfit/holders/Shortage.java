package dev.poolfit.holders;

/** Whether the want of connections costs a service something. */
final class Shortage {
    /** Threads that waited in fewer seconds than this were an exception. */
    private static final double SOMETIMES = 0.1;
    /** Waits that add up to less, as a share of all connection time, are not worth a change. */
    private static final double MATTERS = 0.2;
    /** Milliseconds that matter, however few connections are in use. */
    private static final double LONG_WAIT = 5;
    /** A pool of which less is in use in the mean has room. */
    private static final double IN_USE = 0.3;

    private Shortage() {}

    /**
     * Whether the want of connections costs something: threads wait often, their waits add up, and they are either long or
     * of a pool that is in use. A short stop of the whole service makes threads wait, too.
     */
    static boolean in(HoldReport report) {
        double waited = waited(report);
        double each = 1e3 * waited / Math.max(1, report.borrows() + report.timeouts());
        return report.timeouts() > 0
                || report.waitingShare() >= SOMETIMES
                        && waited >= MATTERS * report.heldSeconds()
                        && (each >= LONG_WAIT || report.inUse() >= IN_USE * report.size());
    }

    /** Seconds that threads waited for connections. */
    private static double waited(HoldReport report) {
        return report.endpoints().stream()
                        .mapToDouble(each -> each.waits().mean() * (each.borrows() + each.timeouts()))
                        .sum()
                / 1e3;
    }
}
