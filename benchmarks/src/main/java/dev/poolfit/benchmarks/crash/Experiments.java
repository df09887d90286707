package dev.poolfit.benchmarks.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The shortest experiment whose trials are measured and that switches settings several times. */
final class Experiments {
    /** Pays for four trials, the least that {@code tune} takes; a gate takes no less than a minute. */
    private static final String BUDGET = "33s";

    private static final String BUDGET_OF_GATE = "1m";

    private Experiments() {}

    /**
     * Writes it.
     *
     * @param folder the folder of the file and of k6's script
     * @param servicePort the port of a launched service; an attached one has the world's port
     * @return the file
     */
    static Path write(CasePlan plan, World world, Path folder, int servicePort) throws IOException {
        Path script = folder.resolve("load.js");
        if (plan.put() == CasePlan.Put.K6) {
            Files.writeString(script, """
                    import http from 'k6/http';
                    export default function () { http.get('http://127.0.0.1:%d/'); }
                    """.formatted(servicePort));
        }
        Path file = folder.resolve("experiment.yaml");
        Files.writeString(file, """
                name: crash
                service: %s
                %sload: %s
                tune: {pool: 2..20, threads: 5..40}
                goal: {throughput: max}
                budget: %s
                """.formatted(
                        service(plan, world, folder, servicePort),
                        database(plan, world),
                        load(plan, servicePort),
                        plan.command() == CasePlan.Command.GATE ? BUDGET_OF_GATE : BUDGET));
        return file;
    }

    private static String service(CasePlan plan, World world, Path folder, int servicePort) throws IOException {
        return switch (plan.target()) {
            case PORT -> "{attach: {port: " + world.port + "}}";
            case PID -> "{attach: {pid: " + world.pid() + "}}";
            case JMX -> "{attach: {jmx: \"" + Victim.jmxUrl(world.jmxPort) + "\"}}";
            case LAUNCH ->
                "{launch: \"exec " + String.join(" ", launched(folder, servicePort)) + "\", ready: \"http://127.0.0.1:"
                        + servicePort + "/\"}";
        };
    }

    private static Iterable<String> launched(Path folder, int servicePort) throws IOException {
        return World.command(temporary(folder), "" + servicePort, "" + World.freePort());
    }

    /** Returns the command that starts a build for {@code gate}, which chooses the ports. */
    static String build(Path folder) throws IOException {
        return "exec " + String.join(" ", World.command(temporary(folder), "{port}", "{other-port}"));
    }

    private static Path temporary(Path folder) throws IOException {
        return Files.createDirectories(folder.resolve("launched"));
    }

    private static String database(CasePlan plan, World world) {
        return plan.database()
                ? "database: {url: \"" + world.database.jdbcUrl() + "\", user: " + world.database.user()
                        + ", password: \"${VICTIM_PASSWORD}\"}\n"
                : "";
    }

    private static String load(CasePlan plan, int servicePort) {
        String requests = "requests: [{get: \"http://127.0.0.1:" + servicePort + "/\"}]";
        return switch (plan.put()) {
            case K6 -> "{k6: {script: load.js, command: \"" + k6() + "\"}, users: 5}";
            case USERS -> "{users: 5, " + requests + "}";
            case STAGES -> "{stages: [{for: 1s, users: 5}, {for: 5s, users: 5}], " + requests + "}";
        };
    }

    /** Finds the k6 that the tests have built, or the one on the PATH. */
    private static String k6() {
        Path built = Path.of(System.getProperty("user.home"), ".cache", "poolfit", "k6-v1.8.1", "k6");
        return Files.isExecutable(built) ? built.toString() : "k6";
    }
}
