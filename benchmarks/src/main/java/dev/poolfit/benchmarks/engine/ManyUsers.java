package dev.poolfit.benchmarks.engine;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.load.LoadRun;
import dev.poolfit.load.http.VertxLoadEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;

/** Puts many users on as many connections, and measures the memory that this takes: {@code users [USERS SECONDS]}. */
public final class ManyUsers {
    private ManyUsers() {}

    public static void main(String[] arguments) throws Exception {
        int users = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10_000;
        int seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 20;
        Path folder = Path.of(System.getProperty("poolfit.home"), "benchmarks", "target", "engine");
        try (var server = new StaticServer(Files.createDirectories(folder));
                var engine = new VertxLoadEngine()) {
            List<ClientSecond> seen = new CopyOnWriteArrayList<>();
            LoadRun run = engine.start(BuiltIn.load(server.url(), users, Duration.ofSeconds(2)), 1, seen::add);
            while (seen.size() < seconds) {
                Thread.sleep(100);
            }
            long connections = establishedTo(server.url());
            run.stop(Duration.ofSeconds(5));
            long good = seen.stream().mapToLong(ClientSecond::good).sum();
            long failed = seen.stream().mapToLong(ClientSecond::failed).sum();
            System.out.printf(
                    "%d users for %d s: %d good, %d failed %s, %d connections; peak memory %d MiB (target: at most 512)%n",
                    users, seconds, good, failed, failed == 0 ? "" : seen.get(0).failures(), connections, peakMiB());
        }
    }

    private static long establishedTo(String url) throws IOException {
        String port = String.format("%04X", Integer.parseInt(url.replaceAll(".*:(\\d+)/", "$1")));
        Pattern established = Pattern.compile("[0-9A-F]+:" + port + " [0-9A-F]+:[0-9A-F]{4} 01 ");
        try (var lines = Files.lines(Path.of("/proc/net/tcp"))) {
            return lines.filter(line -> established.matcher(line).find()).count();
        }
    }

    /** Returns the largest resident size that this process ever had. */
    private static long peakMiB() throws IOException {
        String status = Files.readString(Path.of("/proc/self/status"));
        return Long.parseLong(status.replaceAll("(?s).*VmHWM:\\s+(\\d+) kB.*", "$1")) / 1024;
    }
}
