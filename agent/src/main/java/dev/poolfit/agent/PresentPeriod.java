package dev.poolfit.agent;

/** The period that threads of the service add to now. */
final class PresentPeriod {
    private volatile Period period = new Period();

    /** Enters it; one that the reader has ended is left at once. Who enters must leave. */
    Period enter() {
        while (true) {
            Period present = period;
            present.enter();
            if (present == period) {
                return present;
            }
            present.leave();
        }
    }

    /** Begins another one, and returns the one that has ended, when all have left it. */
    Period drain() {
        Period full = period;
        period = new Period();
        full.awaitAll();
        return full;
    }
}
