package dev.poolfit.app;

import dev.poolfit.evidence.EnvironmentFailure;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Undoes what was done, last first: when the work ends or fails, and when the program is interrupted. It does so in a
 * thread of its own, which nothing interrupts. What failed is told, and decides the exit code; an interrupted program
 * tries it once more.
 */
final class UndoStack implements AutoCloseable {
    /** Undoes something. */
    interface Action {
        /** @return the outcome, a sentence for a person who interrupts, or nothing */
        String undo() throws Exception;
    }

    private record Undo(String what, Action action) {}

    private record Failed(Undo undo, EnvironmentFailure why) {}

    private final Deque<Undo> undos = new ArrayDeque<>();
    private final List<Failed> failures = new ArrayList<>();
    private final List<String> outcomes = new ArrayList<>();
    private final Object unwinding = new Object();
    private final PrintStream err;
    private final IntConsumer halt;
    private final Thread worker = Thread.currentThread();
    private final AtomicBoolean interrupted = new AtomicBoolean();
    private volatile Supplier<String> kept = () -> "";
    private final Thread hook = new Thread(this::interrupted, "poolfit-undo");

    UndoStack(PrintStream err) {
        this(err, Runtime.getRuntime()::halt);
    }

    /** @param halt ends an interrupted program at once with an exit code */
    UndoStack(PrintStream err, IntConsumer halt) {
        this.err = err;
        this.halt = halt;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** @param kept says in a sentence what an interrupted program leaves for later, or nothing */
    void telling(Supplier<String> kept) {
        this.kept = kept;
    }

    /**
     * Remembers to undo something.
     *
     * @param what in words, for the message should it fail
     */
    <T extends AutoCloseable> T push(String what, T action) {
        pushStep(what, () -> {
            action.close();
            return "";
        });
        return action;
    }

    /**
     * Remembers to undo something whose outcome is told.
     *
     * @throws EnvironmentFailure if the program was interrupted meanwhile; it is undone then
     */
    void pushStep(String what, Action action) {
        synchronized (undos) {
            undos.push(new Undo(what, action));
        }
        if (interrupted.get()) {
            unwind();
            throw interruption();
        }
    }

    /** Returns the failure that ends the work of an interrupted program. */
    static EnvironmentFailure interruption() {
        return new EnvironmentFailure("the run was interrupted", "start it again");
    }

    /** Undoes everything when the program is to end before its work has. */
    void interrupted() {
        interrupted.set(true);
        worker.interrupt();
        err.println();
        err.println("Interrupted: putting everything back …");
        tryAgain();
        outcomes.forEach(err::println);
        failures.forEach(failed -> err.println(Main.words(failed.why())));
        String left = kept.get();
        if (outcomes.isEmpty() && failures.isEmpty()) {
            err.println(left.isEmpty() ? "Done." : "Done. " + left);
        } else if (!left.isEmpty()) {
            err.println(left);
        }
        if (!failures.isEmpty()) {
            err.flush();
            halt.accept(Main.ENVIRONMENT_FAILED);
        }
    }

    /** Waits for an unwinding under way, and has what failed in it undone with the rest. */
    private void tryAgain() {
        synchronized (unwinding) {
            synchronized (undos) {
                failures.forEach(failed -> undos.addLast(failed.undo()));
            }
            failures.clear();
            unwind();
        }
    }

    /** Undoes everything; what fails is told when this is closed. */
    void unwind() {
        synchronized (unwinding) {
            var undoing = new Thread(this::undoAll, "poolfit-undoing");
            undoing.start();
            boolean again = false;
            while (undoing.isAlive()) {
                try {
                    undoing.join();
                } catch (InterruptedException later) {
                    again = true;
                }
            }
            if (again) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void undoAll() {
        while (true) {
            Undo undo;
            synchronized (undos) {
                if (undos.isEmpty()) {
                    return;
                }
                undo = undos.pop();
            }
            try {
                String outcome = undo.action().undo();
                if (!outcome.isEmpty()) {
                    outcomes.add(outcome);
                }
            } catch (EnvironmentFailure failed) {
                failures.add(new Failed(undo, failed));
            } catch (Exception | Error failed) {
                failures.add(new Failed(
                        undo,
                        new EnvironmentFailure("could not " + undo.what() + ": " + failed, "do it by hand", failed)));
            }
        }
    }

    /**
     * Undoes everything.
     *
     * @throws EnvironmentFailure if that failed
     */
    @Override
    public void close() {
        unwind();
        if (interrupted.get() && hook.getState() != Thread.State.NEW) {
            awaitEnd();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException goingDown) {
            awaitEnd();
        }
        List<EnvironmentFailure> left = failures.stream().map(Failed::why).toList();
        failures.clear();
        if (!left.isEmpty()) {
            left.stream().skip(1).forEach(left.get(0)::addSuppressed);
            throw left.get(0);
        }
    }

    /** Waits for the end of an interrupted program while its hook speaks: what the interrupt made fail is not told, too. */
    private void awaitEnd() {
        while (true) {
            Thread.interrupted();
            LockSupport.park(this);
        }
    }
}
