package dev.poolfit.agent;

/** A connection that a thread has, from the moment it was handed out. Times are nanoseconds by {@link System#nanoTime}. */
final class Hold {
    /** The entry of HikariCP's pool; null for a wait in vain. */
    final Object entry;

    final Thread thread;
    final long since;
    final long waited;
    /** The next outer one of the same thread, or null. */
    volatile Hold outer;

    /** The number of its holder's name; until it is known, {@link Names#OTHER}. */
    volatile int name;
    /** Identity of its request; 0 if there is none. */
    volatile int request;
    /** Spring's manager of the request's asynchronous part; null if there is none. */
    volatile Object async;
    /** The number of the task in which its thread got it, where no request says it. */
    volatile long task = Tasks.UNCOUNTED;
    /** Its thread was asked for its name, since no request says it. */
    volatile boolean asked;
    /** The stack that borrowed it, or null. To take it costs little, and to read it costs much. */
    volatile Throwable borrow;

    /** Its statements were seen, all of them. */
    volatile boolean watched;

    /** The tap that saw its statements from its begin on, or null. */
    volatile Object covered;

    /** The statements that were sent by it so far, or null. */
    volatile Sent sent;

    /** The thread that sent the last statement by it, where that is another one than got it; else null. */
    volatile Thread user;

    /** Whoever had it does something else by now. */
    volatile boolean left;

    Hold(Object entry, Thread thread, long since, long waited, Hold outer) {
        this.entry = entry;
        this.thread = thread;
        this.since = since;
        this.waited = waited;
        this.outer = outer;
    }

    /** Counts the thread's connections before this one that its request still has and no other thread uses. */
    int depth() {
        int depth = 0;
        for (Hold each = outer; each != null; each = each.outer) {
            if (!each.left && each.user == null && each.request == request) {
                depth++;
            }
        }
        return depth;
    }

    /** Returns whether neither a request nor its thread has said whose it is. */
    boolean isUnknown() {
        return name == Names.OTHER && request == 0;
    }

    /** Returns the thread whose stack says what is done with it. */
    Thread worker() {
        Thread other = user;
        return other == null ? thread : other;
    }

    /** Marks what an earlier request of the thread, or an earlier task, has not given back. */
    void leaveOthers() {
        for (Hold each = outer; each != null; each = each.outer) {
            each.left |= each.request != request || request == 0 && !isWithin(each);
        }
    }

    /** Returns whether its thread got it within the work for which it got an outer one, as far as both stacks were kept. */
    private boolean isWithin(Hold other) {
        return borrow == null
                || other.borrow == null
                || (other.task == task && AsyncCode.isWithin(other.borrowed(), borrowed()));
    }

    /** Returns the stack that got it; empty if it was not kept. */
    StackTraceElement[] borrowed() {
        Throwable kept = borrow;
        return kept == null ? new StackTraceElement[0] : kept.getStackTrace();
    }

    /** Returns what is left of this one and those outside it, without one of them. */
    Hold without(Hold gone) {
        if (this == gone) {
            return outer;
        }
        for (Hold each = this; each.outer != null; each = each.outer) {
            if (each.outer == gone) {
                each.outer = gone.outer;
                break;
            }
        }
        return this;
    }
}
