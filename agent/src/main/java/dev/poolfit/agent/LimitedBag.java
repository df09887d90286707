package dev.poolfit.agent;

import com.zaxxer.hikari.util.ConcurrentBag;
import com.zaxxer.hikari.util.ConcurrentBag.IConcurrentBagEntry;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.ObjLongConsumer;

/**
 * HikariCP's bag of a pool's connections, with fewer of them in circulation than the pool has: returned connections beyond the limit
 * are kept back, in the state that HikariCP itself gives to connections that nobody may borrow. It shares the entries, the queue and
 * the waiting threads of the pool's own bag, so that threads wait, in what order, and for how long, is as without it.
 *
 * <p>A kept connection can be reserved by the pool as an idle one can: to keep it alive, to close it at the end of its lifetime, to
 * evict it. One that is closed makes room for one that is kept; one that is added beyond the limit is kept.
 *
 * <p>The class loader of HikariCP knows this class; that of the agent does not ({@link BagLoader}). They share types of the JDK alone.
 *
 * @param <T> HikariCP's PoolEntry
 */
public final class LimitedBag<T extends IConcurrentBagEntry> extends ConcurrentBag<T> implements IntConsumer {
    private final ConcurrentBag<T> original;
    private final ObjLongConsumer<Object> borrowed;
    private final Consumer<Object> ended;
    private final ReentrantLock lock = new ReentrantLock();
    /** The connections that are kept back, the one that was kept last first. */
    private final Deque<T> kept = new ArrayDeque<>();

    private volatile int keptBack;
    private volatile int limit = Integer.MAX_VALUE;

    /**
     * @param original the pool's own bag; {@link #shared} fields are still to be copied from it
     * @param listener the pool
     * @param borrowed is told of each borrow that ended, with the time that it waited in nanoseconds; null stands for a borrow in vain
     * @param ended is told of each connection that is given back or closed
     */
    public LimitedBag(
            ConcurrentBag<T> original,
            IBagStateListener listener,
            ObjLongConsumer<Object> borrowed,
            Consumer<Object> ended) {
        super(listener);
        this.original = original;
        this.borrowed = borrowed;
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

    /** Keeps back as many idle ones as are beyond the limit. */
    private void takeIdle() {
        if (tooMany()) {
            for (T entry : values(IConcurrentBagEntry.STATE_NOT_IN_USE)) {
                lock.lock();
                try {
                    if (!tooMany()) {
                        return;
                    }
                    if (super.reserve(entry)) {
                        push(entry);
                    }
                } finally {
                    lock.unlock();
                }
            }
        }
    }

    /**
     * Lets go of as many as the limit allows. Who changed the limit, the number of connections or that of the kept ones asks for it
     * afterwards, so that of two who do so at the same time the later one sees both.
     */
    private void letGo() {
        if (!tooFew()) {
            return;
        }
        List<T> free = new ArrayList<>();
        lock.lock();
        try {
            while (tooFew()) {
                free.add(kept.pop());
                keptBack = kept.size();
            }
        } finally {
            lock.unlock();
        }
        free.forEach(super::unreserve);
    }

    private void push(T entry) {
        kept.push(entry);
        keptBack = kept.size();
    }

    /** Keeps a connection back that this thread alone has, if it is beyond the limit. */
    private boolean keepsBack(T entry) {
        if (!tooMany()) {
            return false;
        }
        lock.lock();
        try {
            if (!tooMany()) {
                return false;
            }
            entry.setState(IConcurrentBagEntry.STATE_RESERVED);
            push(entry);
        } finally {
            lock.unlock();
        }
        letGo();
        return true;
    }

    @Override
    public T borrow(long timeout, TimeUnit unit) throws InterruptedException {
        long began = System.nanoTime();
        T entry = super.borrow(timeout, unit);
        borrowed.accept(entry, System.nanoTime() - began);
        return entry;
    }

    @Override
    public void requite(T entry) {
        ended.accept(entry);
        if (!keepsBack(entry)) {
            super.requite(entry);
        }
    }

    @Override
    public void add(T entry) {
        if (size() + 1 - keptBack <= limit) {
            super.add(entry);
            return;
        }
        lock.lock();
        try {
            // A reserved one is handed to nobody.
            entry.setState(IConcurrentBagEntry.STATE_RESERVED);
            super.add(entry);
            push(entry);
        } finally {
            lock.unlock();
        }
        letGo();
    }

    @Override
    public boolean remove(T entry) {
        boolean removed = super.remove(entry);
        if (removed) {
            ended.accept(entry);
            letGo();
        }
        return removed;
    }

    @Override
    public boolean reserve(T entry) {
        if (keptBack > 0) {
            lock.lock();
            try {
                if (kept.remove(entry)) {
                    keptBack = kept.size();
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
        if (!keepsBack(entry)) {
            super.unreserve(entry);
        }
    }

    @Override
    public void close() {
        super.close();
        original.close();
    }
}
