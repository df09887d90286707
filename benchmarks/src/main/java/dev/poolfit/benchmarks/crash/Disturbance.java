package dev.poolfit.benchmarks.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A mishap while it lasts, in a thread of its own. */
final class Disturbance {
    private static final long SLOW_STOPPED_MILLIS = 90;
    private static final long SLOW_RUNNING_MILLIS = 10;

    private final Mishap mishap;
    private final long pid;
    private final long millis;
    private final CountDownLatch enough = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "mishap");

    /**
     * Begins the mishap.
     *
     * @param millis the time that it lasts, at most until {@link #end}
     */
    Disturbance(Mishap mishap, long pid, long millis) throws IOException, InterruptedException {
        this.mishap = mishap;
        this.pid = pid;
        this.millis = millis;
        if (mishap.deadly()) {
            Signals.send("KILL", pid);
        } else {
            Signals.send("STOP", pid);
        }
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            if (mishap.deadly()) {
                // A JVM that ends in good order removes it.
                Files.deleteIfExists(Path.of("/tmp", ".java_pid" + pid));
                return;
            }
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            if (mishap.name().endsWith("STOPPED")) {
                enough.await(millis, TimeUnit.MILLISECONDS);
            }
            while (mishap.name().endsWith("SLOWED") && System.nanoTime() < end) {
                Signals.send("STOP", pid);
                boolean over = enough.await(SLOW_STOPPED_MILLIS, TimeUnit.MILLISECONDS);
                Signals.send("CONT", pid);
                if (over || enough.await(SLOW_RUNNING_MILLIS, TimeUnit.MILLISECONDS)) {
                    break;
                }
            }
            Signals.send("CONT", pid);
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    void await() throws InterruptedException {
        thread.join();
    }

    void end() throws InterruptedException {
        enough.countDown();
        thread.join();
    }
}
