package dev.poolfit.live;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Threads for requests, so many at most. A request whose client sends it byte by byte holds a thread until it is read; where all are
 * held, the one that has been read for longest is cut off for the next that comes, as whoever sends a request at once never is.
 */
final class RequestThreads implements Executor {
    private final int most;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        var thread = new Thread(task, "poolfit-page");
        thread.setDaemon(true);
        return thread;
    });
    /** Threads that read a request, the longest first. */
    private final Set<Thread> reading = new LinkedHashSet<>();

    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private int running;

    /** @param most threads, at least 1 */
    RequestThreads(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("most must be at least 1, but is " + most);
        }
        this.most = most;
    }

    /** Reads a request, in a thread that is interrupted where it takes too long for those that wait. */
    @Override
    public synchronized void execute(Runnable request) {
        if (running < most) {
            threads.execute(() -> serve(request));
            running++;
        } else {
            waiting.addLast(request);
            reading.stream().findFirst().ifPresent(longest -> {
                reading.remove(longest);
                longest.interrupt();
            });
        }
    }

    /** Notes that the request of this thread has been read as a whole: nobody cuts it off any more. */
    synchronized void read() {
        reading.remove(Thread.currentThread());
    }

    private void serve(Runnable first) {
        for (Runnable request = first; request != null; request = next()) {
            synchronized (this) {
                reading.add(Thread.currentThread());
            }
            try {
                request.run();
            } finally {
                read();
                // Nobody means the next request.
                Thread.interrupted();
            }
        }
    }

    private synchronized @Nullable Runnable next() {
        Runnable request = threads.isShutdown() ? null : waiting.pollFirst();
        if (request == null) {
            running--;
        }
        return request;
    }

    /** Interrupts all, and takes no request any more. */
    void shutdownNow() {
        threads.shutdownNow();
    }
}
