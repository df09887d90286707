package dev.poolfit.agent;

/** Takes what was sent, on the service's own threads; nothing that goes wrong here reaches the service. */
final class Watched {
    /** Stands for no statement of the service's. */
    static final int NONE = -1;

    private final Holds holds;
    private final Shapes shapes;
    private volatile boolean off;

    Watched(Holds holds, Shapes shapes) {
        this.holds = holds;
        this.shapes = shapes;
    }

    void off() {
        off = true;
    }

    boolean isOff() {
        return off;
    }

    /** Returns the number of a statement's shape; {@link #NONE} if there is no statement. */
    int shape(String sql, SqlDialect dialect) {
        try {
            return off || sql == null ? NONE : shapes.number(sql, dialect);
        } catch (Throwable ours) { // the service must not notice
            holds.failed();
            return NONE;
        }
    }

    /** Returns the hold that is about to send; null if it began before the record. */
    Hold used(Object entry) {
        try {
            return holds.used(entry);
        } catch (Throwable ours) { // the service must not notice
            holds.failed();
            return null;
        }
    }

    /** Adds a statement that was sent, and its nanoseconds, 0 while they are not known. */
    void sent(Hold hold, int shape, long took) {
        try {
            holds.sent(hold, shape, took);
        } catch (Throwable ours) { // the service must not notice
            holds.failed();
        }
    }

    /** Adds the time of the last statement of a shape, in nanoseconds, which was told before as sent. */
    void took(Hold hold, int shape, long took) {
        try {
            holds.took(hold, shape, took);
        } catch (Throwable ours) { // the service must not notice
            holds.failed();
        }
    }

    /** Marks a hold all of whose statements were seen. */
    void watched(Object entry) {
        try {
            holds.watched(entry);
        } catch (Throwable ours) { // the service must not notice
            holds.failed();
        }
    }

    void failed() {
        holds.failed();
    }
}
