package dev.poolfit.benchmarks.truth;

import dev.poolfit.process.SupervisedProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A law's service in a process of its own. */
final class RunningLaw implements AutoCloseable {
    private final SupervisedProcess process;
    private final int port;

    /**
     * Starts it and waits until it listens.
     *
     * @param folder for its log and temporary files
     * @param pool connections that it starts with
     */
    RunningLaw(Law law, Speed speed, int pool, long seed, Path folder) throws IOException, InterruptedException {
        Path log = folder.resolve("service.log");
        process = SupervisedProcess.start(new SupervisedProcess.Start(
                List.of(
                        java(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.io.tmpdir=" + folder,
                        "-cp",
                        classPath(),
                        LawService.class.getName(),
                        law.id(),
                        "" + seed,
                        speed.name(),
                        "" + pool),
                folder,
                Map.of(),
                log,
                "TERM",
                null));
        try {
            port = awaitPort(log);
        } catch (IOException | InterruptedException failed) {
            process.close();
            throw failed;
        }
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Returns the class path in absolute paths, for the service starts in another folder. */
    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(each -> Path.of(each).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private int awaitPort(Path log) throws IOException, InterruptedException {
        while (process.isAlive()) {
            Optional<String> line = Files.exists(log)
                    ? Files.readString(log)
                            .lines()
                            .filter(each -> each.startsWith(LawService.READY))
                            .findFirst()
                    : Optional.empty();
            if (line.isPresent()) {
                return Integer.parseInt(line.get().substring(LawService.READY.length()));
            }
            Thread.sleep(50);
        }
        throw new IOException("the service ended: " + Files.readString(log));
    }

    int port() {
        return port;
    }

    String url() {
        return "http://127.0.0.1:" + port + "/";
    }

    @Override
    public void close() {
        process.close();
    }
}
