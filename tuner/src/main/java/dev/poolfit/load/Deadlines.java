package dev.poolfit.load;

import org.jspecify.annotations.Nullable;

/** The busy lanes, the longest started first, so that a timeout costs no timer of its own. */
final class Deadlines {
    private final long timeoutNanos;
    private @Nullable Lane first;
    private @Nullable Lane last;

    Deadlines(long timeoutNanos) {
        this.timeoutNanos = timeoutNanos;
    }

    void add(Lane lane) {
        lane.before = last;
        lane.after = null;
        if (last == null) {
            first = lane;
        } else {
            last.after = lane;
        }
        last = lane;
    }

    void remove(Lane lane) {
        if (lane.before == null) {
            first = lane.after;
        } else {
            lane.before.after = lane.after;
        }
        if (lane.after == null) {
            last = lane.before;
        } else {
            lane.after.before = lane.before;
        }
        lane.before = null;
        lane.after = null;
    }

    /** The lane whose request started longest ago, if its time is over. */
    @Nullable
    Lane overdue(long now) {
        return first != null && now - first.started() >= timeoutNanos ? first : null;
    }
}
