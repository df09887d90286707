package dev.poolfit.agent;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;

/**
 * Keeps the connections that threads have now, and a bounded record of those that were given back. The service's own
 * threads call it; none of them waits for another one here.
 */
final class Holds implements BorrowWatch {
    /** The most stacks of borrows that are kept a second; enough to see a leak, which is one borrow of many. */
    private static final int BORROW_STACKS = 200;

    private static final int SENT_STACKS = 50;
    /** The most walks over stacks a second that find a name; a walk over a deep stack takes some 20 µs. */
    private static final int NAMED = 200;
    /** The number of statements of one shape in a hold from which on they are a loop. */
    private static final long REPEATED = 2;

    private final Callers callers;
    private final Held held = new Held();
    private final Allowance borrows = new Allowance(BORROW_STACKS);
    private final Allowance statements = new Allowance(SENT_STACKS);
    private final Allowance names = new Allowance(NAMED);
    private final Likely likely = new Likely();
    private final Set<Long> traced = ConcurrentHashMap.newKeySet();
    /** The names of holders whose connections another thread gave back. */
    private final Set<Integer> handing = ConcurrentHashMap.newKeySet();

    /** The taps that see all statements for now, by the pool's entries. */
    private final Map<Object, Object> covered = new ConcurrentHashMap<>();

    private final PresentPeriod present = new PresentPeriod();
    private final LongAdder ended = new LongAdder();
    private volatile boolean handedOn;
    private final LongAdder failures = new LongAdder();

    private final Tasks tasks;

    Holds(Callers callers, Tasks tasks) {
        this.callers = callers;
        this.tasks = tasks;
    }

    /**
     * Adds a connection that the calling thread has got.
     *
     * @param entry of the pool
     * @param waited nanoseconds
     */
    @Override
    public void borrowed(Object entry, long waited) {
        Hold hold = asked(entry, waited);
        if (borrows.permits()) {
            hold.borrow = new Throwable();
            hold.task = hold.request == 0 ? tasks.number(hold.thread) : Tasks.UNCOUNTED;
        }
        hold.covered = covered.get(entry);
        hold.leaveOthers();
        held.put(hold);
    }

    private Hold asked(Object entry, long waited) {
        Thread thread = Thread.currentThread();
        Hold hold = new Hold(entry, thread, System.nanoTime(), waited, held.top(thread));
        callers.route(hold);
        if (hold.request == 0 && names.permits()) {
            hold.name = callers.method();
            hold.asked = true;
        }
        return hold;
    }

    /** Returns the hold by which the calling thread is about to send a statement; null if it began before the record. */
    Hold used(Object entry) {
        Hold used = held.at(entry);
        if (used != null) {
            Thread thread = Thread.currentThread();
            handedOn |= used.thread != thread;
            used.user = used.thread == thread ? null : thread;
            used.left = false;
        }
        return used;
    }

    /** Returns whether a thread used what another one had got. */
    boolean handedOn() {
        return handedOn;
    }

    /** Marks a hold all of whose statements were seen, before its connection is given back. */
    void watched(Object entry) {
        Hold hold = used(entry);
        if (hold != null) {
            hold.watched = true;
        }
    }

    /** Sees all statements of a connection from now on. */
    void cover(Object entry, Object by) {
        covered.put(entry, by);
    }

    /** Sees them no longer. */
    void uncover(Object entry) {
        covered.remove(entry);
    }

    /** Adds a statement that was sent by a hold; null if the hold is not known. */
    void sent(Hold hold, int shape, long took) {
        if (hold == null) {
            return;
        }
        Sent all = hold.sent;
        if (all == null) {
            all = new Sent();
            hold.sent = all;
        }
        int place = all.place(shape);
        long before = all.count(place);
        all.add(place, took);
        // A statement that is repeated may come from another place than the first one of its shape.
        if (before == 0 || before == REPEATED) {
            Long which = (long) shape << 1 | (before == 0 ? 0 : 1);
            if (!traced.contains(which) && statements.permits() && traced.add(which)) {
                all.stack(place, callers.stackHere());
            }
        }
    }

    /** Adds the time of the last statement of a shape, in nanoseconds, which was told before as sent. */
    void took(Hold hold, int shape, long took) {
        Sent all = hold == null ? null : hold.sent;
        if (all != null) {
            all.took(all.place(shape), took);
        }
    }

    /** Adds a wait in vain of the calling thread, in nanoseconds. */
    @Override
    public void timedOut(long waited) {
        Hold none = asked(null, waited);
        if (none.isUnknown()) {
            none.name = callers.method();
        }
        end(none, -1);
    }

    /** Ends the hold of a connection that is given back, maybe by another thread than the one that got it. */
    @Override
    public void returned(Object entry) {
        Hold hold = held.at(entry);
        if (hold == null) {
            return;
        }
        if (hold.covered != null && hold.covered == covered.get(entry)) {
            watched(entry);
        }
        long now = System.nanoTime();
        Thread thread = Thread.currentThread();
        boolean elsewhere = hold.thread != thread;
        boolean mine = !elsewhere || hold.user == thread;
        if (hold.name == Names.OTHER && hold.request != 0 && mine) {
            callers.route(hold);
        }
        // A filter holds before its request has a route, and gives back before it has one.
        boolean unnamed = hold.isUnknown() || hold.name == Names.OTHER && mine;
        if (unnamed && mine && likely.isNew(hold)) {
            hold.name = callers.method();
            hold.asked = true;
        }
        if (hold.asked) {
            likely.learn(hold, now - hold.since);
        } else if (unnamed) {
            hold.name = likely.name(hold, now - hold.since);
        }
        if (elsewhere && hold.name != Names.OTHER) {
            handing.add(hold.name);
        }
        held.remove(hold);
        end(hold, now - hold.since);
        ended.increment();
    }

    /** @param took nanoseconds, −1 for a wait in vain */
    private void end(Hold hold, long took) {
        Period now = present.enter();
        try {
            now.holds.add(hold, took);
            Sent all = hold.sent;
            if (all != null && hold.watched) {
                all.to(now.sent, hold.name);
            }
        } finally {
            now.leave();
        }
    }

    /** Forgets holds of connections that the pool closed meanwhile: nobody gives those back, so they would seem leaks. */
    void forget(Predicate<Object> closed) {
        held.all().stream().filter(each -> closed.test(each.entry)).forEach(held::remove);
    }

    boolean has(Hold hold) {
        return held.has(hold);
    }

    List<Hold> shown() {
        return held.shown();
    }

    List<Hold> left() {
        return held.left();
    }

    /** Returns whether somebody of that name handed a connection to another thread, which gave it back. */
    boolean handsOn(int name) {
        return handing.contains(name);
    }

    /** Returns the name of one that is still open: its own, or that of whoever has held like it. */
    int name(Hold hold, long now) {
        return hold.name == Names.OTHER ? likely.name(hold, now - hold.since) : hold.name;
    }

    List<Hold> all() {
        return held.all();
    }

    /** Counts a failure on a thread of the service, which must not notice. */
    @Override
    public void failed() {
        failures.increment();
    }

    long failures() {
        return failures.sum();
    }

    /** Returns how many connections were given back since the last call. */
    long drainEnded() {
        return ended.sumThenReset();
    }

    /** Returns what was given back, and sent by it, since the last call. */
    Period drain() {
        Period full = present.drain();
        traced.clear();
        return full;
    }
}
