package dev.poolfit.holders;

/** Tells whether the want of connections costs a service something. */
final class Shortage {
    /** The share of seconds below which threads that waited were an exception. */
    private static final double SOMETIMES = 0.1;
    /** The share of all connection time below which waits are not worth a change. */
    private static final double MATTERS = 0.2;
    /** The mean wait in milliseconds that matters, however few connections are in use. */
    private static final double LONG_WAIT = 5;
    /** The share of a pool in use in the mean below which it has room. */
    private static final double IN_USE = 0.3;

    private Shortage() {}

    /**
     * Returns whether the want of connections costs something: threads wait often, their waits add up, and they are
     * either long or of a pool that is in use. A short stop of the whole service makes threads wait, too.
     */
    static boolean in(HoldReport report) {
        double waited = waited(report);
        double each = 1e3 * waited / Math.max(1, report.borrows() + report.timeouts());
        return report.timeouts() > 0
                || report.waitingShare() >= SOMETIMES
                        && waited >= MATTERS * report.heldSeconds()
                        && (each >= LONG_WAIT || report.inUse() >= IN_USE * report.size());
    }

    /** Returns the seconds that threads waited for connections. */
    private static double waited(HoldReport report) {
        return report.endpoints().stream()
                        .mapToDouble(each -> each.waits().mean() * (each.borrows() + each.timeouts()))
                        .sum()
                / 1e3;
    }
}
