package dev.poolfit.app;

import dev.poolfit.testing.LastLines;
import dev.poolfit.testing.Patience;
import dev.poolfit.testing.Ports;
import java.io.File;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A real Prometheus server with metrics of the past. */
final class PrometheusProgram implements AutoCloseable {
    private static final Path UNPACKED = Path.of("target", "prometheus").toAbsolutePath();

    private final Process process;
    final String url;

    private PrometheusProgram(Process process, String url) {
        this.process = process;
        this.url = url;
    }

    /** Returns the folder with prometheus and promtool: of this machine, or out of Debian's package; empty where there is none. */
    static Optional<Path> programs() throws IOException, InterruptedException {
        Stream<Path> folders = Arrays.stream(
                        System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(each -> !each.isEmpty())
                .map(Path::of);
        Path unpacked = UNPACKED.resolve("usr/bin");
        Optional<Path> found = Stream.concat(folders, Stream.of(unpacked))
                .filter(PrometheusProgram::has)
                .findFirst();
        if (found.isPresent() || !Files.isExecutable(Path.of("/usr/bin/dpkg-deb"))) {
            return found;
        }
        Files.createDirectories(UNPACKED);
        run(UNPACKED, "sh", "-c", "apt-get -q download prometheus && dpkg-deb -x prometheus_*.deb .");
        return has(unpacked) ? Optional.of(unpacked) : Optional.empty();
    }

    private static boolean has(Path folder) {
        return Files.isExecutable(folder.resolve("prometheus")) && Files.isExecutable(folder.resolve("promtool"));
    }

    /** @param metrics in the format of OpenMetrics, with times */
    static PrometheusProgram start(Path programs, Path folder, String metrics) throws Exception {
        Path text = Files.writeString(folder.resolve("metrics.txt"), metrics);
        Path data = folder.resolve("data");
        String said = run(
                folder,
                programs.resolve("promtool").toString(),
                "tsdb",
                "create-blocks-from",
                "openmetrics",
                text.toString(),
                data.toString());
        Path config = Files.writeString(folder.resolve("prometheus.yml"), "global: {}\n");
        String url = "http://127.0.0.1:" + Ports.free();
        Path log = LastLines.of(folder.resolve("prometheus.log"));
        Process process = new ProcessBuilder(List.of(
                        programs.resolve("prometheus").toString(),
                        "--config.file=" + config,
                        "--storage.tsdb.path=" + data,
                        "--storage.tsdb.retention.time=90d",
                        "--web.listen-address=" + URI.create(url).getAuthority()))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        var started = new PrometheusProgram(process, url);
        try {
            Patience.await().until(() -> !process.isAlive() || started.ready());
            if (!process.isAlive()) {
                throw new AssertionError("Prometheus ended: " + said + Files.readString(log));
            }
        } catch (Throwable failed) {
            started.close();
            throw failed;
        }
        return started;
    }

    private boolean ready() {
        try {
            var connection =
                    (HttpURLConnection) URI.create(url + "/-/ready").toURL().openConnection();
            return connection.getResponseCode() == 200;
        } catch (IOException absent) {
            return false;
        }
    }

    private static String run(Path folder, String... command) throws IOException, InterruptedException {
        Path out = Files.createTempFile(folder, "out", ".txt");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        process.waitFor();
        return Files.readString(out);
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        process.waitFor();
    }
}
