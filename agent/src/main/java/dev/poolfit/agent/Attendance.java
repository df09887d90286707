package dev.poolfit.agent;

import java.util.Locale;

/** Tells by a thread's stack and by what it serves whether it still works with a connection that was got. */
final class Attendance {
    private final SpringRequests requests;
    private final Tasks tasks;
    private final boolean openInView;

    Attendance(SpringRequests requests, Tasks tasks, boolean openInView) {
        this.requests = requests;
        this.tasks = tasks;
        this.openInView = openInView;
    }

    /** Says who works with a connection. */
    enum State {
        /** Nobody works with it any more, and nothing says that anybody will. */
        LEFT,
        /** The thread that was looked at works with it. */
        WORKING,
        /** Nobody needs to: open-in-view keeps it until the response of an asynchronous request has ended. */
        STREAM,
        /** No thread works with it at the moment: code is suspended that has it, or it was handed on. */
        NOBODY;

        /** Returns it as {@link RecorderMBean#take} calls it. */
        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Returns who works with the connection of a hold.
     *
     * @param seen what the thread does that got it, or that used it last; null if it has ended
     * @param handsOn whether what its name stands for was seen to hand connections to other threads
     */
    State of(Hold hold, StackReader.Seen seen, boolean handsOn) {
        boolean works = seen != null && works(hold, seen);
        StackTraceElement[] got = hold.borrowed();
        boolean underWay = requests.underWay(hold.async);
        if (underWay
                && openInView
                && (got.length == 0 || AsyncCode.bySession(got))
                && !(works && Code.inTransaction(seen.stack))) {
            return State.STREAM;
        }
        if (works) {
            return State.WORKING;
        }
        return underWay || handsOn || hold.user != null || AsyncCode.suspends(got) ? State.NOBODY : State.LEFT;
    }

    private boolean works(Hold hold, StackReader.Seen seen) {
        String kind = Code.kind(seen.stack, seen.state);
        if (seen.stack.length == 0 || kind.equals(Code.IDLE)) {
            return false;
        }
        if (hold.user != null) {
            // A coroutine that waits for a connection is another one than that which has this one.
            return !(kind.equals(Code.CONNECTION) && AsyncCode.isCoroutine(seen.stack));
        }
        boolean serves = hold.request != 0 && requests.serves(hold.thread, hold.request);
        if (serves || hold.request != 0 && hold.name != Names.OTHER) {
            return serves;
        }
        // A filter gets its connection before there is a route, and Spring has another object for the request further
        // in.
        return !hold.left && tasks.isSame(hold.thread, hold.task) && AsyncCode.isWithin(hold.borrowed(), seen.stack);
    }
}
