package dev.poolfit.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/** When a test fails, the last lines of what the service, the database and Poolfit wrote stand beside its failure. */
public final class LastLines
        implements TestExecutionExceptionHandler, LifecycleMethodExecutionExceptionHandler, AfterAllCallback {
    private static final int LINES = 40;
    private static final Set<Path> LOGS = new ConcurrentSkipListSet<>();

    /** Remembers a log until the class of tests is over; it need not exist yet. */
    public static Path of(Path log) {
        LOGS.add(log);
        return log;
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw withLogs(failure);
    }

    @Override
    public void handleBeforeAllMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw withLogs(failure);
    }

    @Override
    public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw withLogs(failure);
    }

    @Override
    public void handleAfterEachMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw withLogs(failure);
    }

    @Override
    public void handleAfterAllMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw withLogs(failure);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        LOGS.clear();
    }

    private static Throwable withLogs(Throwable failure) {
        if (!(failure instanceof org.opentest4j.TestAbortedException)) {
            LOGS.stream().filter(Files::isRegularFile).forEach(log -> failure.addSuppressed(new Log(log)));
        }
        return failure;
    }

    /** The end of a log, as a note to a failure. */
    private static final class Log extends Exception {
        private static final long serialVersionUID = 1L;

        Log(Path log) {
            super(log.getFileName() + " ends with:\n" + end(log), null, false, false);
        }

        private static String end(Path log) {
            try {
                List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                        .lines()
                        .toList();
                return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
            } catch (IOException unreadable) {
                return unreadable.toString();
            }
        }
    }
}
