package dev.poolfit.app;

import java.io.PrintStream;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/** Explains an {@link Error}, after which the program ends; what it changed is put back on the way. */
final class FatalError {
    private FatalError() {}

    /** Says in one sentence what happened and what to do, without a stack trace. */
    static Stream<String> words(Throwable failure) {
        if (failure instanceof OutOfMemoryError) {
            return Stream.of(
                    "Poolfit ran out of memory (" + failure.getMessage() + "); it may use "
                            + Runtime.getRuntime().maxMemory() / (1 << 20) + " MiB.",
                    "  What to do: give it more, such as POOLFIT_JAVA_OPTS=-Xmx1g, or a smaller file.");
        }
        if (failure instanceof StackOverflowError) {
            return Stream.of(
                    "Poolfit was given something that is nested too deeply for it (StackOverflowError).",
                    "  What to do: give it something simpler, or a deeper stack: POOLFIT_JAVA_OPTS=-Xss16m.");
        }
        return failure instanceof LinkageError
                ? Stream.of(
                        "A part of Poolfit is missing or of another version (" + failure + ").",
                        "  What to do: build it again with mvn package, and not while it runs.")
                : Stream.of(
                        "An unexpected error: " + failure,
                        "  What to do: run again with --debug and report what it prints.");
    }

    /**
     * Handles the death of a thread: others may wait for it for ever, so after an {@link Error} the program ends as after
     * Ctrl-C.
     *
     * @param exit ends the program; called in a thread of its own, for a program that is ending already waits for this one
     */
    static Thread.UncaughtExceptionHandler inThread(PrintStream stream, boolean debug, IntConsumer exit) {
        return (thread, failure) -> {
            var err = Console.writer(stream);
            err.println("The thread " + thread.getName() + " failed.");
            words(failure).forEach(err::println);
            if (debug) {
                failure.printStackTrace(err);
            }
            if (failure instanceof Error) {
                var end = new Thread(() -> exit.accept(Main.ENVIRONMENT_FAILED), "poolfit-exit");
                end.setDaemon(true);
                end.start();
            }
        };
    }
}
