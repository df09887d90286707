package dev.poolfit.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Asks the JDK's own tool about a JVM of this user. */
final class Jcmd {
    private Jcmd() {}

    /** @param command such as {@code GC.run} */
    static String ask(long pid, String command) throws IOException, InterruptedException {
        Process asked = new ProcessBuilder("jcmd", "" + pid, command)
                .redirectErrorStream(true)
                .start();
        String answer = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        asked.waitFor();
        return answer;
    }
}
