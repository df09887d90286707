package dev.poolfit.agent;

import com.zaxxer.hikari.util.ConcurrentBag;
import com.zaxxer.hikari.util.ConcurrentBag.IConcurrentBagEntry;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;

/**
 * HikariCP's bag of a pool's connections, with fewer of them in circulation than the pool has: returned connections beyond the limit
 * are kept back, in the state that HikariCP itself gives to connections that nobody may borrow. It shares the entries, the queue and
 * the waiting threads of the pool's own bag, so that threads wait, in what order, and for how long, is as without it.
 *
 * <p>A kept connection can be reserved by the pool as an idle one can: to keep it alive, to close it at the end of its lifetime, to
 * evict it. It counts as kept meanwhile, and is kept again afterwards. One in circulation that is closed makes room for one that is
 * kept; one that is added beyond the limit is kept.
 *
 * <p>The class loader of HikariCP knows this class; that of the agent does not ({@link LoaderBeside}). They share types of the JDK alone.
 *
 * @param <T> HikariCP's PoolEntry
 */
public final class LimitedBag<T extends IConcurrentBagEntry> extends ConcurrentBag<T> implements IntConsumer {
    private final ConcurrentBag<T> original;
    private final ObjLongConsumer<Object> borrowed;
    private final LongSupplier patience;
    private final Consumer<Object> ended;
    private final ReentrantLock lock = new ReentrantLock();
    /** The connections that are kept back, the one that was kept last first. */
    private final Deque<T> kept = new ArrayDeque<>();
    /** Those of the kept ones that the pool has reserved for itself. */
    private final Set<T> lent = Collections.newSetFromMap(new IdentityHashMap<>());

    /** How many are kept, lent ones included. */
    private volatile int keptBack;

    private volatile int limit = Integer.MAX_VALUE;

    /**
     * @param original the pool's own bag; {@link #shared} fields are still to be copied from it
     * @param listener the pool
     * @param borrowed is told of each borrow that ended, with the time that it waited in nanoseconds; null stands for a borrow in vain,
     *     a time of −1 for one that begins, and one of −2 for one that has waited for as long as its patience
     * @param patience the nanoseconds after which a borrow that begins now tells that it waits; it goes on waiting
     * @param ended is told of each connection that is given back or closed
     */
    public LimitedBag(
            ConcurrentBag<T> original,
            IBagStateListener listener,
            ObjLongConsumer<Object> borrowed,
            LongSupplier patience,
            Consumer<Object> ended) {
        super(listener);
        this.original = original;
        this.borrowed = borrowed;
        this.patience = patience;
        this.ended = ended;
    }

    /** Returns the fields that both bags have to have in common. */
    public static Field[] shared() {
        return Arrays.stream(ConcurrentBag.class.getDeclaredFields())
                .filter(field -> !Modifier.isStatic(field.getModifiers()))
                .toArray(Field[]::new);
    }

    /**
     * Changes the limit.
     *
     * @param most as many connections are in circulation from now on, as soon as those beyond it are given back; at least 0
     */
    @Override
    public void accept(int most) {
        limit = most;
        letGo();
        takeIdle();
    }

    /** Returns the number of connections that are kept back now. */
    @Override
    public String toString() {
        return Integer.toString(keptBack);
    }

    private boolean tooMany() {
        return size() - keptBack > limit;
    }

    private boolean tooFew() {
        return keptBack > 0 && size() - keptBack < limit;
    }

    private void count() {
        keptBack = kept.size() + lent.size();
    }

    /** Keeps back as many idle ones as are beyond the limit. */
    private void takeIdle() {
        if (!tooMany()) {
            return;
        }
        for (T entry : values(IConcurrentBagEntry.STATE_NOT_IN_USE)) {
            lock.lock();
            try {
                if (!tooMany()) {
                    break;
                }
                if (super.reserve(entry)) {
                    kept.push(entry);
                    count();
                }
            } finally {
                lock.unlock();
            }
        }
        letGo();
    }

    /**
     * Lets go of as many as the limit allows. Who changed the limit, the number of connections or that of the kept ones asks for it
     * afterwards, so that of two who do so at the same time the later one sees both.
     */
    private void letGo() {
        while (tooFew()) {
            T free = poll(false);
            if (free == null) {
                return;
            }
            super.unreserve(free);
        }
    }

    /** Takes one out of those that are kept, where the limit allows it or in any case; null where none is. */
    private T poll(boolean inAnyCase) {
        lock.lock();
        try {
            T free = inAnyCase || tooFew() ? kept.poll() : null;
            count();
            return free;
        } finally {
            lock.unlock();
        }
    }

    /** Keeps a connection back that is in the given state, if it is beyond the limit. */
    private boolean keepsBack(T entry, int state) {
        if (!tooMany()) {
            return false;
        }
        lock.lock();
        try {
            if (!tooMany() || !entry.compareAndSet(state, IConcurrentBagEntry.STATE_RESERVED)) {
                return false;
            }
            kept.push(entry);
            count();
        } finally {
            lock.unlock();
        }
        letGo();
        return true;
    }

    /** Takes a connection out of those that are kept. */
    private void forget(T entry) {
        if (keptBack == 0) {
            return;
        }
        lock.lock();
        try {
            kept.remove(entry);
            lent.remove(entry);
            count();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public T borrow(long timeout, TimeUnit unit) throws InterruptedException {
        borrowed.accept(null, -1);
        long began = System.nanoTime();
        T entry = null;
        try {
            long most = unit.toNanos(timeout);
            long first = Math.min(most, patience.getAsLong());
            entry = super.borrow(first, TimeUnit.NANOSECONDS);
            if (entry == null && first < most) {
                // Whoever opens the limiter left the queue for it, and would stand behind all the others.
                entry = poll(true);
                if (entry != null) {
                    entry.setState(IConcurrentBagEntry.STATE_IN_USE);
                }
                borrowed.accept(null, -2);
                if (entry == null) {
                    entry = super.borrow(most - (System.nanoTime() - began), TimeUnit.NANOSECONDS);
                }
            }
            return entry;
        } finally {
            // One that is interrupted has ended in vain, too.
            borrowed.accept(entry, System.nanoTime() - began);
        }
    }

    @Override
    public void requite(T entry) {
        ended.accept(entry);
        // It is kept already where two threads give it back at the same time.
        if (!isKept(entry) && !keepsBack(entry, IConcurrentBagEntry.STATE_IN_USE)) {
            super.requite(entry);
        }
    }

    private boolean isKept(T entry) {
        if (keptBack == 0 || entry.getState() != IConcurrentBagEntry.STATE_RESERVED) {
            return false;
        }
        lock.lock();
        try {
            return kept.contains(entry) || lent.contains(entry);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void add(T entry) {
        if (limit == Integer.MAX_VALUE) {
            super.add(entry);
            return;
        }
        lock.lock();
        try {
            // A reserved one is handed to nobody.
            entry.setState(IConcurrentBagEntry.STATE_RESERVED);
            super.add(entry);
            kept.push(entry);
            count();
        } finally {
            lock.unlock();
        }
        letGo();
    }

    @Override
    public boolean remove(T entry) {
        forget(entry);
        boolean removed = super.remove(entry);
        if (removed) {
            ended.accept(entry);
        }
        letGo();
        return removed;
    }

    @Override
    public boolean reserve(T entry) {
        if (keptBack > 0) {
            lock.lock();
            try {
                if (kept.remove(entry)) {
                    lent.add(entry);
                    return true;
                }
            } finally {
                lock.unlock();
            }
        }
        return super.reserve(entry);
    }

    @Override
    public void unreserve(T entry) {
        forget(entry);
        if (!keepsBack(entry, IConcurrentBagEntry.STATE_RESERVED)) {
            super.unreserve(entry);
        }
    }

    @Override
    public void close() {
        super.close();
        original.close();
    }
}
