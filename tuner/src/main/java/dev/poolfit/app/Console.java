package dev.poolfit.app;

import dev.poolfit.experiment.References;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/**
 * Where a command writes: results to {@code out}, everything else to {@code err}.
 *
 * @param terminal whether a person watches
 */
record Console(PrintStream out, PrintStream err, boolean terminal) {
    static Console system() {
        boolean terminal = System.console() != null && !"dumb".equals(System.getenv("TERM"));
        return new Console(System.out, System.err, terminal);
    }

    /** This console for lines that others worded: what the file took from elsewhere is written as the file writes it. */
    Console hiding(References references) {
        return new Console(hiding(out, references), hiding(err, references), terminal);
    }

    private static PrintStream hiding(PrintStream to, References references) {
        return new PrintStream(to, true) {
            @Override
            public void println(@Nullable String line) {
                to.println(references.in(String.valueOf(line)));
            }
        };
    }

    boolean colour() {
        return terminal && System.getenv("NO_COLOR") == null;
    }
}
