package dev.poolfit.load;

import dev.poolfit.evidence.ClientSecond;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Hands a run's seconds to their receiver on another thread, so that a slow receiver does not slow the load. */
public final class SecondReports implements Consumer<ClientSecond> {
    private final ExecutorService thread;
    private final Consumer<ClientSecond> receiver;
    private volatile @Nullable Thread reporting;
    private volatile @Nullable RuntimeException failure;
    private volatile boolean over;

    /** @param thread on which the receiver is called, one second after the other */
    public SecondReports(ExecutorService thread, Consumer<ClientSecond> receiver) {
        this.thread = thread;
        this.receiver = receiver;
    }

    @Override
    public void accept(ClientSecond second) {
        thread.execute(() -> report(second));
    }

    private void report(ClientSecond second) {
        if (over || failure != null) {
            return;
        }
        reporting = Thread.currentThread();
        try {
            receiver.accept(second);
        } catch (RuntimeException thrown) {
            failure = thrown;
        } finally {
            reporting = null;
        }
    }

    /** Returns whether the receiver itself is calling. */
    public boolean calledByReceiver() {
        return reporting == Thread.currentThread();
    }

    /**
     * Waits until the seconds so far have been received, and reports none after them.
     *
     * @throws IllegalStateException if the receiver had failed
     */
    public void finish() {
        if (!calledByReceiver()) {
            try {
                thread.submit(() -> {}).get();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
        over = true;
        RuntimeException thrown = failure;
        if (thrown != null) {
            throw new IllegalStateException("the receiver of the load's seconds failed", thrown);
        }
    }
}
