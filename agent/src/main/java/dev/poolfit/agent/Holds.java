package dev.poolfit.agent;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * The connections that threads have now, and a bounded record of those that were given back. Called on the service's own
 * threads; none of them waits for another one here.
 */
final class Holds {
    /** HikariCP counts the time of a hold in whole milliseconds. */
    private static final long ROUNDING = TimeUnit.MILLISECONDS.toNanos(3);

    private static final long LATE = TimeUnit.MILLISECONDS.toNanos(500);

    /** A leak is one borrow of many, and its stack is wanted. */
    private static final int BORROW_STACKS = 200;

    private static final int SENT_STACKS = 50;
    /** A walk over a deep stack takes some 20 µs. */
    private static final int NAMED = 200;
    /** From so many of one shape on they are a loop. */
    private static final long REPEATED = 2;

    private final Callers callers;
    private final Held held = new Held();
    private final Allowance borrows = new Allowance(BORROW_STACKS);
    private final Allowance statements = new Allowance(SENT_STACKS);
    private final Allowance names = new Allowance(NAMED);
    private final Likely likely = new Likely();
    private final Set<Long> traced = ConcurrentHashMap.newKeySet();
    /** What each thread is about to give back, where that is known. */
    private final ConcurrentHashMap<Thread, Hold> closing = new ConcurrentHashMap<>();
    /** Names of those whose connections another thread gave back than the one that got them. */
    private final Set<Integer> handing = ConcurrentHashMap.newKeySet();

    private volatile HoldRecord done = new HoldRecord();
    private volatile SentTotals sent = new SentTotals();
    private final LongAdder ended = new LongAdder();
    private volatile boolean handedOn;
    private volatile long failures;

    private final Tasks tasks;

    Holds(Callers callers, Tasks tasks) {
        this.callers = callers;
        this.tasks = tasks;
    }

    /** The calling thread has got a connection, or has waited in vain: {@link #timedOut} follows then. */
    void borrowed(long waited) {
        Thread thread = Thread.currentThread();
        long now = System.nanoTime();
        Hold hold = new Hold(thread, now, waited, held.top(thread));
        callers.route(hold);
        if (hold.request == 0 && names.permits()) {
            hold.name = callers.method();
            hold.asked = true;
        }
        if (borrows.permits()) {
            hold.borrow = new Throwable();
            hold.task = hold.request == 0 ? tasks.number(thread) : Tasks.UNCOUNTED;
        }
        hold.leaveOthers();
        held.put(hold);
    }

    /**
     * The hold by which the calling thread is about to send a statement: its own, or that of another thread, which handed it
     * the connection. Null if that is not known.
     *
     * @param handedOut when the pool handed the connection out, as {@link System#nanoTime} tells it
     */
    Hold used(LongSupplier handedOut) {
        Thread thread = Thread.currentThread();
        Hold last = held.top(thread);
        boolean sure = last != null && !last.left && !handedOn;
        List<Hold> candidates = sure ? held.of(thread) : all();
        Hold exact =
                candidates.size() == 1 && sure ? last : Held.closest(candidates, handedOut.getAsLong(), 0, ROUNDING);
        Hold used = exact != null ? exact : last == null || last.left ? null : last;
        if (used != null) {
            handedOn |= used.thread != thread;
            used.user = used.thread == thread ? null : thread;
            used.left = false;
        }
        return used;
    }

    /** Whether a thread used what another one had got. */
    boolean handedOn() {
        return handedOn;
    }

    /** A connection whose statements are watched is about to be given back. */
    void watched(LongSupplier handedOut) {
        Hold hold = used(handedOut);
        if (hold != null) {
            hold.watched = true;
            closing.put(Thread.currentThread(), hold);
        }
    }

    /** A statement was sent by a hold, or by one that is not known. */
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

    /** The wait that was told of last has ended without a connection. */
    void timedOut() {
        Thread thread = Thread.currentThread();
        Hold last = held.top(thread);
        if (last != null) {
            held.remove(last);
            if (last.isUnknown()) {
                last.name = callers.method();
            }
            done.add(last, -1);
        }
    }

    /** A connection was given back, maybe by another thread than the one that got it. */
    void returned(long heldMillis) {
        long now = System.nanoTime();
        long nanos = TimeUnit.MILLISECONDS.toNanos(heldMillis);
        // A thread that was stopped between two clocks is off by a lot, so that another thread's hold could fit better.
        Hold mine = Held.closest(mine(), now, nanos, LATE + nanos / 4);
        Hold hold = mine != null ? mine : Held.closest(all(), now, nanos, ROUNDING);
        if (hold == null) {
            return;
        }
        boolean elsewhere = hold.thread != Thread.currentThread();
        if (hold.name == Names.OTHER && hold.request != 0 && mine != null) {
            callers.route(hold);
        }
        boolean unnamed = hold.isUnknown();
        if (unnamed && mine != null && likely.isNew(hold)) {
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
        done.add(hold, now - hold.since);
        ended.increment();
        Sent all = hold.sent;
        if (all != null && hold.watched) {
            all.to(sent, hold.name);
        }
    }

    /** What the calling thread has, of which it may be about to give one back: that which it said, or what it got or was handed. */
    private List<Hold> mine() {
        Thread thread = Thread.currentThread();
        Hold said = closing.remove(thread);
        if (said != null && has(said)) {
            return List.of(said);
        }
        List<Hold> own = held.of(thread);
        own.removeIf(each -> each.left);
        if (own.isEmpty()) {
            for (Hold each : all()) {
                if (each.user == thread) {
                    own.add(each);
                }
            }
        }
        return own;
    }

    /**
     * Forgets holds whose connections were given back unnoticed: by another thread, and not at the millisecond at which
     * HikariCP says. Otherwise they would pass for leaks.
     *
     * @param number how many; less than 1 is none
     * @param since the latest {@link System#nanoTime} at which such a hold began
     */
    void forgetOldest(int number, long since) {
        if (number == Integer.MAX_VALUE) {
            return;
        }
        held.removeOldest(number, since);
    }

    /** Whether the thread still has what it had. */
    boolean has(Hold hold) {
        return held.has(hold);
    }

    /** Those whose use a stack can show: the last one that each thread got, and what other threads use. */
    List<Hold> shown() {
        return held.shown();
    }

    /** Those that their threads have left. */
    List<Hold> left() {
        return held.left();
    }

    /** Whether somebody of that name handed a connection to another thread, which gave it back. */
    boolean handsOn(int name) {
        return handing.contains(name);
    }

    /** The name of one that is still open: its own, or that of whoever has held like it. */
    int name(Hold hold, long now) {
        return hold.isUnknown() ? likely.name(hold, now - hold.since) : hold.name;
    }

    /** What is held now. */
    List<Hold> all() {
        return held.all();
    }

    /** What went wrong on a thread of the service, which must not notice. */
    void failed() {
        failures++;
    }

    long failures() {
        return failures;
    }

    /** How many connections were given back since the last call. */
    long drainEnded() {
        return ended.sumThenReset();
    }

    /** What was given back since the last call. */
    HoldRecord drain() {
        HoldRecord full = done;
        done = new HoldRecord();
        return full;
    }

    /** What was sent since the last call, by the holds that have ended. */
    SentTotals drainSent() {
        SentTotals full = sent;
        sent = new SentTotals();
        traced.clear();
        return full;
    }
}
