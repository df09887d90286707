package dev.poolfit.benchmarks.fuzz;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.Consumer;

/** Runs damaged files in JVMs of their own: one that ends or hangs in the middle of a file is started anew. */
final class WatchedRuns {
    private static final long HANGS_MILLIS = 30_000;
    /** The files of one JVM: it shows what one leaves behind, and not what hundreds leave. */
    private static final int BATCH = 500;

    /**
     * The end of a run.
     *
     * @param command the command
     * @param exit the program's exit code; -1 where its JVM ended
     * @param millis the time from the start to the end
     * @param fault the fault; empty where nothing is
     */
    record Watched(long seed, String command, int exit, long millis, String fault) {}

    private final Path home;
    private final Path folder;

    WatchedRuns(Path home, Path folder) {
        this.home = home;
        this.folder = folder;
    }

    void run(long first, long end, Consumer<Watched> each) throws IOException, InterruptedException {
        long next = first;
        while (next < end) {
            next = batch(next, Math.min(end, next + BATCH), each);
        }
    }

    /** @return the first seed that was not run */
    private long batch(long first, long end, Consumer<Watched> each) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        home.resolve("tuner/target/test-classes") + ":" + home.resolve("tuner/target/poolfit.jar"),
                        "dev.poolfit.app.FuzzRun",
                        home.toString(),
                        folder.toString(),
                        "" + first,
                        "" + end)
                .redirectError(folder.resolve("jvm.log").toFile());
        builder.environment().putAll(Map.of("HOME", folder.toString(), "XDG_STATE_HOME", folder + "/state"));
        Process process = builder.start();
        var watchdog = new Timer("watchdog", true);
        long seed = first;
        long begun = System.nanoTime();
        try (BufferedReader lines = process.inputReader()) {
            var killing = new Killing(process);
            watchdog.schedule(killing, HANGS_MILLIS);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ", 4);
                if (words[0].equals("begin")) {
                    begun = System.nanoTime();
                } else if (words[0].equals("end")) {
                    killing.cancel();
                    killing = new Killing(process);
                    watchdog.schedule(killing, HANGS_MILLIS);
                    each.accept(new Watched(seed, words[1], Integer.parseInt(words[2]), since(begun), words[3]));
                    seed++;
                }
            }
        } finally {
            watchdog.cancel();
            process.destroyForcibly().waitFor();
        }
        if (seed < end) {
            each.accept(
                    new Watched(seed, "jvm", -1, since(begun), "its JVM ended or hung; see " + folder + "/jvm.log"));
            seed++;
        }
        return seed;
    }

    private static long since(long nanos) {
        return (System.nanoTime() - nanos) / 1_000_000;
    }

    private static final class Killing extends TimerTask {
        private final Process process;

        Killing(Process process) {
            this.process = process;
        }

        @Override
        public void run() {
            process.destroyForcibly();
        }
    }
}
