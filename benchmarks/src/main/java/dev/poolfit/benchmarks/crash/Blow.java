package dev.poolfit.benchmarks.crash;

/** The signals that end the program. */
enum Blow {
    KILL("KILL", 137),
    TERM("TERM", 143),
    INT("INT", 130),
    HUP("HUP", 129),
    /** Suspended for a while, continued, and interrupted later. */
    STOP("INT", 130),
    /** Interrupted, and killed while it puts the settings back. */
    INT_KILL("INT", 137),
    /** Ctrl-C twice. */
    INT_INT("INT", 130);

    /** The signal that begins the end. */
    final String signal;

    private final int exitCode;

    Blow(String signal, int exitCode) {
        this.signal = signal;
        this.exitCode = exitCode;
    }

    /** Returns whether a program that put everything back, or that had just ended by itself, ends with this exit code. */
    boolean endsWith(int code) {
        return code == exitCode || code == 0 || code == 1 || this == INT_KILL && code == INT.exitCode;
    }

    /** Returns whether the program had no chance to put anything back itself. */
    boolean sudden() {
        return this == KILL || this == INT_KILL;
    }
}
