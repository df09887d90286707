package dev.poolfit.benchmarks.crash;

import java.io.IOException;

/** Signals as an operator sends them. */
final class Signals {
    private Signals() {}

    /** @param name such as {@code KILL}; a process that is gone is none of its business */
    static void send(String name, long pid) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, "" + pid)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
