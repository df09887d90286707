package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.app.Program.Result;
import dev.poolfit.service.ServiceProcess;
import dev.poolfit.testing.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** A tuner that comes second is refused before it touches the folder or the service of the first. */
class RivalTunersIT {
    /** Its budget is so long that whatever ends the run comes first. */
    private static final String EXPERIMENT = """
            name: %s
            service:
              attach: {%s}
            load:
              users: 5
              think: 50ms
              requests: [{get: "http://127.0.0.1:%d/"}]
            tune: {pool: 2..20}
            goal: {throughput: max}
            budget: 3m
            """;

    @TempDir
    Path folder;

    private Path experiment(String name, String attach, int port) throws IOException {
        return Files.writeString(folder.resolve(name + ".yaml"), EXPERIMENT.formatted(name, attach, port));
    }

    private Program first(Path experiment) throws IOException {
        Program first = Program.start(folder, Map.of(), "tune", experiment.toString(), "--out", "run");
        first.awaitThat(() -> !StockWorld.trials(folder.resolve("run")).isEmpty());
        return first;
    }

    private static void assertRefused(Result result, String... messages) {
        assertThat(result.exitCode()).as(result.toString()).isEqualTo(3);
        assertThat(result.err()).contains(messages).contains("What to do:").doesNotContain("\tat ");
    }

    private static List<String> content(Path run) throws IOException {
        try (Stream<Path> files = Files.list(run)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.endsWith(".draft"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void a_folder_in_use_is_not_touched_and_may_be_reported_and_is_free_once_its_tuner_was_killed() throws Exception {
        Path run = folder.resolve("run");
        try (var service = ServiceProcess.start()) {
            String attach = "port: " + service.port();
            Path experiment = experiment("live", attach, service.port());
            try (Program first = first(experiment)) {
                String text = Files.readString(run.resolve("experiment.yaml"));
                List<String> before = content(run);
                for (String[] more : new String[][] {{}, {"--resume"}}) {
                    var arguments = Stream.concat(
                            Stream.of(
                                    "tune",
                                    experiment("other", attach, service.port()).toString(),
                                    "--out",
                                    "run"),
                            Stream.of(more));
                    assertRefused(
                            Program.run(folder, Map.of(), arguments.toArray(String[]::new)),
                            "the folder " + run + " is in use by another run of Poolfit (pid ",
                            "kill -INT ",
                            "--out");
                }
                assertThat(content(run)).isEqualTo(before).doesNotContain("earlier-1");
                assertThat(run.resolve("experiment.yaml")).hasContent(text.strip());

                Result reported = Program.run(folder, Map.of(), "report", "run");
                assertThat(reported.exitCode()).as(reported.toString()).isIn(0, 1);
                first.signal("KILL");
                first.await();
            }
            try (Program next =
                    Program.start(folder, Map.of(), "tune", experiment.toString(), "--out", "run", "--resume")) {
                int kept = StockWorld.trials(run).size();
                next.awaitThat(() -> StockWorld.trials(run).size() > kept);
            }
        }
    }

    @Test
    void a_run_that_is_refused_late_leaves_the_finished_run_in_its_folder_where_it_is() throws Exception {
        try (var service = ServiceProcess.start()) {
            Path run = folder.resolve("run");
            try (Program first = first(experiment("done", "port: " + service.port(), service.port()))) {
                first.signal("INT");
                first.await();
            }
            List<String> before = content(run);
            Path nobodyThere = experiment("wrong", "port: " + service.port(), Ports.free());

            assertRefused(
                    Program.run(folder, Map.of(), "tune", nobodyThere.toString(), "--out", "run"),
                    "accepts no connection");
            assertThat(content(run)).isEqualTo(before);
            assertThat(StockWorld.trials(run)).isNotEmpty();
        }
    }

    @Test
    void a_service_has_one_tuner_whichever_user_it_is_and_whichever_way_it_comes() throws Exception {
        int jmx = Ports.free();
        try (var service = ServiceProcess.start(
                "-Dcom.sun.management.jmxremote.port=" + jmx,
                "-Dcom.sun.management.jmxremote.host=127.0.0.1",
                "-Djava.rmi.server.hostname=127.0.0.1",
                "-Dcom.sun.management.jmxremote.authenticate=false",
                "-Dcom.sun.management.jmxremote.ssl=false")) {
            String byPort = "port: " + service.port();
            String byJmx = "jmx: \"service:jmx:rmi:///jndi/rmi://127.0.0.1:" + jmx + "/jmxrmi\"";
            Path experimentOfFirst = experiment("first", byPort, service.port());
            try (Program first =
                    Program.start(folder, Map.of(), "tune", experimentOfFirst.toString(), "--out", "run")) {
                first.awaitWarmUp();
                Map<String, String> otherUser =
                        Map.of("XDG_STATE_HOME", folder.resolve("other").toString());
                for (String attach : List.of(byPort, byJmx)) {
                    Path experiment = experiment("second", attach, service.port());
                    assertRefused(
                            Program.run(folder, otherUser, "tune", experiment.toString(), "--out", "second"),
                            "is being tuned already, by ",
                            folder.resolve("run").toString());
                }
                assertThat(folder.resolve("second").resolve("restore.json")).doesNotExist();
                first.signal("INT");
                assertThat(first.await().exitCode()).isEqualTo(130);
            }
            try (Program next = Program.start(
                    folder,
                    Map.of(),
                    "tune",
                    experiment("next", byJmx, service.port()).toString(),
                    "--out",
                    "next")) {
                next.awaitWarmUp();
                next.signal("INT");
                next.await();
            }
        }
    }

    /** Other users, who do not see the notes of those that were killed before them, by another way and by the same. */
    @Test
    void who_comes_after_a_killed_tuner_finds_the_initial_settings() throws Exception {
        int jmx = Ports.free();
        try (var service = ServiceProcess.start(ServiceProcess.jmx(jmx).toArray(String[]::new))) {
            String byPort = "port: " + service.port();
            String byJmx = "jmx: \"" + ServiceProcess.jmxUrl(jmx) + "\"";
            int initial = service.pool();
            List<String> ways = List.of(byPort, byJmx, byPort, byPort);
            for (int i = 0; i < ways.size(); i++) {
                String name = "run-" + i;
                Path found = folder.resolve(name).resolve("notes.json");
                Path experiment = experiment(name, ways.get(i), service.port());
                try (Program next = Program.start(folder, user(i), "tune", experiment.toString(), "--out", name)) {
                    next.killWhen(() -> Files.exists(found) && service.pool() != initial);
                    assertThat(next.err().contains("a killed run, that of ")).isEqualTo(i > 0);
                }
                assertThat(new JsonMapper()
                                .readTree(Files.readString(found))
                                .at("/found/pool")
                                .asInt())
                        .isEqualTo(initial);
            }

            Result told = Program.run(
                    folder,
                    user(ways.size()),
                    "diagnose",
                    "--port",
                    "" + service.port(),
                    "--for",
                    "2s",
                    "--format",
                    "json");

            assertThat(told.exitCode()).as(told.toString()).isZero();
            assertThat(new JsonMapper().readTree(told.out()).at("/pool/maximum").asInt())
                    .isEqualTo(initial);
            assertThat(service.pool()).isEqualTo(initial);
        }
    }

    private Map<String, String> user(int number) {
        return Map.of("XDG_STATE_HOME", folder.resolve("user-" + number).toString());
    }
}
