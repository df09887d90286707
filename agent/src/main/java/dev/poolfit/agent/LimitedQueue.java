package dev.poolfit.agent;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import org.apache.tomcat.util.threads.TaskQueue;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;

/**
 * The queue of Tomcat's worker threads, before the original one: of the workers that ask for a request as many are in circulation as
 * the limit says, the others wait here. One that has ended a request goes on with the next one itself, as without a limit, so that
 * no request waits for a thread to wake up. No thread is created or ended by a change of the limit.
 *
 * <p>The limit may fall while idle workers wait in the original queue. One of these that gets a request when too many run leaves it
 * here, before those in the original queue, for the first worker that is free.
 *
 * <p>The class loader of Tomcat knows this class; that of the agent does not ({@link LoaderBeside}). They share types of the JDK alone.
 */
@SuppressWarnings("serial")
public final class LimitedQueue extends TaskQueue implements IntConsumer, AutoCloseable {
    private final TaskQueue original;
    private final ThreadPoolExecutor workers;
    private final LongConsumer ran;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition circulates = lock.newCondition();
    /** The threads that run a request, and since when. */
    private final Map<Thread, Long> running = new HashMap<>();
    /** Requests that were taken from the original queue when too many ran. */
    private final Deque<Runnable> left = new ArrayDeque<>();
    /** The workers that wait in the original queue. */
    private int idle;

    private volatile int limit = Integer.MAX_VALUE;

    /**
     * @param workers whose queue it is
     * @param ran is told of each request that has ended, with its time on a worker in nanoseconds
     */
    public LimitedQueue(TaskQueue original, ThreadPoolExecutor workers, LongConsumer ran) {
        this.original = original;
        this.workers = workers;
        this.ran = ran;
    }

    /**
     * Changes the limit.
     *
     * @param most as many workers run a request at once from now on, as soon as those beyond it have ended theirs; at least 1
     */
    @Override
    public void accept(int most) {
        lock.lock();
        try {
            limit = most;
            forgetEnded();
            wake();
        } finally {
            lock.unlock();
        }
    }

    /** Lets all workers go on with the original queue, which takes the executor's place before. */
    @Override
    public void close() {
        lock.lock();
        try {
            giveBack(left.size() - lock.getWaitQueueLength(circulates));
            accept(Integer.MAX_VALUE);
        } finally {
            lock.unlock();
        }
    }

    /** Puts as many of the requests that were left last into the original queue, whoever interrupts meanwhile. */
    private void giveBack(int number) {
        boolean interrupted = false;
        for (int given = 0; given < number; ) {
            try {
                original.put(left.getLast());
                left.removeLast();
                given++;
            } catch (InterruptedException stopped) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Runnable take() throws InterruptedException {
        return next(0, null);
    }

    @Override
    public Runnable poll(long timeout, TimeUnit unit) throws InterruptedException {
        return next(timeout, unit);
    }

    /** Returns the next request for this worker; null if there is none in the time that it waits in the original queue. */
    private Runnable next(long timeout, TimeUnit unit) throws InterruptedException {
        while (true) {
            Runnable task = circulate();
            if (task != null) {
                return task;
            }
            Runnable runs = null;
            try {
                task = unit == null ? original.take() : original.poll(timeout, unit);
            } finally {
                runs = choose(task);
            }
            if (task == null || runs != null) {
                return runs;
            }
        }
    }

    /** Waits until this worker is in circulation. Returns a request that was left; null if it is to ask the original queue. */
    private Runnable circulate() throws InterruptedException {
        lock.lock();
        try {
            ended();
            while (true) {
                if (running.size() < limit && !left.isEmpty()) {
                    return begun(left.poll());
                }
                if (running.size() + idle < limit) {
                    idle++;
                    return null;
                }
                if (!forgetEnded()) {
                    awaitRoom();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void awaitRoom() throws InterruptedException {
        try {
            // Nobody tells that a worker died with its request, and it still lives when the one in its place comes.
            circulates.await(1, TimeUnit.SECONDS);
        } catch (InterruptedException stopped) {
            // It was counted on for a request that was left, and may go to another queue now.
            if (running.size() < limit && !lock.hasWaiters(circulates)) {
                giveBack(left.size());
            }
            throw stopped;
        }
    }

    /** Returns what a worker that comes from the original queue runs; null if it came with nothing, or if too many run. */
    private Runnable choose(Runnable task) {
        lock.lock();
        try {
            idle--;
            if (task == null) {
                wake();
                return null;
            }
            left.add(task);
            // An executor that was stopped has drained its queue.
            return running.size() < limit || workers.isShutdown() ? begun(left.poll()) : null;
        } finally {
            lock.unlock();
        }
    }

    private Runnable begun(Runnable task) {
        running.put(Thread.currentThread(), System.nanoTime());
        return task;
    }

    private void ended() {
        Long since = running.remove(Thread.currentThread());
        if (since != null) {
            ran.accept(System.nanoTime() - since);
        }
    }

    /** Forgets workers that ended with their request. */
    private boolean forgetEnded() {
        return running.keySet().removeIf(worker -> !worker.isAlive());
    }

    /** Wakes as many of those that wait here as there is room for. */
    private void wake() {
        int room = limit - running.size();
        for (int i = Math.max(room - idle, Math.min(room, left.size())); i > 0 && lock.hasWaiters(circulates); i--) {
            circulates.signal();
        }
    }

    /** Has no thread created for a request where a pool as large as the limit would have it wait. */
    @Override
    public boolean offer(Runnable task) {
        int most = limit;
        return most < Integer.MAX_VALUE && workers.getPoolSize() >= most ? original.force(task) : original.offer(task);
    }

    @Override
    public boolean offer(Runnable task, long timeout, TimeUnit unit) throws InterruptedException {
        return original.offer(task, timeout, unit);
    }

    @Override
    public boolean force(Runnable task) {
        return original.force(task);
    }

    /** Older versions of Tomcat have it. */
    @Override
    @Deprecated
    public boolean force(Runnable task, long timeout, TimeUnit unit) throws InterruptedException {
        return original.force(task, timeout, unit);
    }

    @Override
    public void put(Runnable task) throws InterruptedException {
        original.put(task);
    }

    @Override
    public void setParent(ThreadPoolExecutor executor) {
        original.setParent(executor);
    }

    @Override
    public Runnable poll() {
        Runnable task = leftOne();
        return task == null ? original.poll() : task;
    }

    private Runnable leftOne() {
        lock.lock();
        try {
            return left.poll();
        } finally {
            lock.unlock();
        }
    }

    private int leftOnes() {
        lock.lock();
        try {
            return left.size();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int size() {
        return leftOnes() + original.size();
    }

    @Override
    public int remainingCapacity() {
        return original.remainingCapacity();
    }

    @Override
    public boolean remove(Object task) {
        lock.lock();
        try {
            if (left.remove(task)) {
                return true;
            }
        } finally {
            lock.unlock();
        }
        return original.remove(task);
    }

    @Override
    public int drainTo(Collection<? super Runnable> target, int most) {
        int drained = 0;
        for (Runnable task; drained < most && (task = leftOne()) != null; drained++) {
            target.add(task);
        }
        return drained + original.drainTo(target, most - drained);
    }

    @Override
    public Iterator<Runnable> iterator() {
        return original.iterator();
    }
}
