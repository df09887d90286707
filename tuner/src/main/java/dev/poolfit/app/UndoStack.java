package dev.poolfit.app;

import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Undoes what was done, last first, exactly once: when the work ends or fails, and when the program is interrupted.
 */
final class UndoStack implements AutoCloseable {
    private record Undo(String what, AutoCloseable action) {}

    private final Deque<Undo> undos = new ArrayDeque<>();
    private final PrintStream err;
    private final Thread worker = Thread.currentThread();
    private final AtomicBoolean interrupted = new AtomicBoolean();
    private final Thread hook = new Thread(this::interrupted, "poolfit-undo");

    UndoStack(PrintStream err) {
        this.err = err;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Remembers to undo something.
     *
     * @param what in words, for the message should it fail
     */
    <T extends AutoCloseable> T push(String what, T action) {
        synchronized (undos) {
            undos.push(new Undo(what, action));
        }
        return action;
    }

    private void interrupted() {
        interrupted.set(true);
        worker.interrupt();
        err.println();
        err.println("Interrupted: putting everything back …");
        unwind();
        err.println("Done. Every finished trial is kept.");
    }

    private void unwind() {
        synchronized (undos) {
            while (!undos.isEmpty()) {
                Undo undo = undos.pop();
                try {
                    undo.action().close();
                } catch (Exception failed) {
                    err.println("Could not " + undo.what() + ": " + failed.getMessage());
                }
            }
        }
    }

    @Override
    public void close() {
        unwind();
        if (!interrupted.get()) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException goingDown) {
                // The hook runs already and finds nothing left to undo.
                interrupted.set(true);
            }
        }
    }
}
