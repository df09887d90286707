package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.service.ServiceProcess;
import dev.poolfit.testing.Ports;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Two real builds of a service take turns under one load; a sleep decides how fast each is, on any machine. */
class GateIT {
    @TempDir
    private static Path folder = Path.of("");

    /** Five connections are held for a time that is a part of each build; the margin is wide, since the machine may be busy. */
    private static String build(int holdMilliseconds) {
        return ServiceProcess.launch(folder, "-Dport={port}", "-Dpool=5", "-Dhold=" + holdMilliseconds);
    }

    private static Path experiment(int port) throws Exception {
        return Files.writeString(folder.resolve("gate-" + port + ".yaml"), """
                name: small
                service: {launch: unused, ready: "http://127.0.0.1:%d/"}
                load:
                  users: 20
                  requests: [{get: "http://127.0.0.1:%d/work"}]
                tune: {pool: 2..20}
                goal: {throughput: max, margin: 25%%}
                budget: 2m
                """.formatted(port, port));
    }

    private static Program.Result run(String... arguments) throws Exception {
        return Program.run(
                folder,
                Map.of("GITHUB_STEP_SUMMARY", folder.resolve("summary.md").toString()),
                arguments);
    }

    @Test
    void a_build_that_holds_connections_for_twice_as_long_fails_and_one_like_its_base_passes() throws Exception {
        int port = Ports.free();
        String file = experiment(port).toString();
        Program.Result slower =
                run("gate", file, "--base", build(80), "--candidate", build(160), "--junit", "gate.xml");

        assertThat(slower.exitCode()).as(slower.toString()).isEqualTo(1);
        assertThat(slower.out())
                .startsWith("Fail: the candidate is worse than the base")
                .contains("Connections: a request takes", "Little's law");
        assertThat(Files.readString(folder.resolve("gate.xml"))).contains("<failure", "name=\"throughput\"");
        assertThat(Files.readString(folder.resolve("summary.md"))).startsWith("## small\n");

        Program.Result alike = run(
                "gate",
                file,
                "--base",
                build(80),
                "--candidate",
                build(80),
                "--format",
                "json",
                "--bencher",
                "gate.json");
        assertThat(alike.exitCode()).as(alike.toString()).isZero();
        JsonNode told = new JsonMapper().readTree(alike.out());
        assertThat(told.at("/outcome").asString()).isEqualTo("pass");
        assertThat(told.at("/neededPool/candidate").asInt()).isBetween(4, 6);
        assertThat(Files.readString(folder.resolve("gate.json"))).contains("lower_value");
        try (var free = new ServerSocket(port)) {
            assertThat(free.isBound()).as("no build is left").isTrue();
        }
    }

    @Test
    void what_keeps_a_gate_from_starting_is_told_before_anything_is_started() throws Exception {
        Path script = Files.writeString(folder.resolve("bad.yaml"), """
                name: bad
                service: {launch: unused, ready: "http://127.0.0.1:9090/health"}
                load: {users: 5, requests: [{get: "http://127.0.0.1:8080/a"}, {get: "http://127.0.0.1:8081/b"}]}
                tune: {pool: 2..20}
                goal: {throughput: max}
                budget: 30s
                """);
        Program.Result bad = run("gate", script.toString(), "--base", "a", "--candidate", "b");
        assertThat(bad.exitCode()).as(bad.toString()).isEqualTo(2);
        assertThat(bad.err()).contains("load.requests", "must all name one port", "budget", "at least 60s");

        Program.Result without = run("gate", script.toString());
        assertThat(without.exitCode()).isEqualTo(2);
        assertThat(without.err()).contains("--base", "--candidate");

        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Program.Result busy =
                    run("gate", experiment(taken.getLocalPort()).toString(), "--base", "a", "--candidate", "b");
            assertThat(busy.exitCode()).as(busy.toString()).isEqualTo(3);
            assertThat(busy.err()).contains("is taken");
        }
    }

    @Test
    void a_base_that_does_not_start_is_told_with_its_log() throws Exception {
        Path earlier = Files.writeString(folder.resolve("earlier.xml"), "<testsuite/>");
        Program.Result told = run(
                "gate",
                experiment(Ports.free()).toString(),
                "--base",
                "echo no database here; exit 7",
                "--candidate",
                build(20),
                "--junit",
                earlier.toString());

        assertThat(told.exitCode()).as(told.toString()).isEqualTo(3);
        assertThat(told.err()).contains("no database here");
        assertThat(earlier).as("what an earlier gate found").doesNotExist();
    }
}
