package dev.poolfit.app;

import java.io.PrintStream;

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

    boolean colour() {
        return terminal && System.getenv("NO_COLOR") == null;
    }
}
