package dev.poolfit.benchmarks.faults;

import dev.poolfit.process.SupervisedProcess;
import dev.poolfit.studies.EmbeddedDatabase;
import dev.poolfit.studies.StudyDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs {@code diagnose} on services with one planted fault each: {@code faults [RUNS [FAULT...]]}, three runs each by default.
 * Every run stays in {@code benchmarks/target/faults}.
 */
public final class FaultCampaign {
    private static final int RUNS = 3;
    private static final int SECONDS = 12;
    private static final int LONG_SECONDS = 30;
    private static final String VICTIMS = "{sell|buy|count|return|move|reserve|release|check}";
    /** Faults that are told of what is held for some ten seconds. */
    private static final Set<PlantedFault> LONG =
            Set.of(PlantedFault.LEAK, PlantedFault.ANSWER_LOST, PlantedFault.ANSWER_LOST_BEFORE);

    private static final String ENDPOINT = "GET /orders/{id}";
    /** The faults whose connections a request's thread does not get, or that are told by where they were got. */
    private static final Set<PlantedFault> WITHOUT_ROUTE = Set.of(
            PlantedFault.JOB,
            PlantedFault.LEAK,
            PlantedFault.ANSWER_LOST,
            PlantedFault.ANSWER_LOST_BEFORE,
            PlantedFault.SUSPENDED,
            PlantedFault.EXECUTOR,
            PlantedFault.FORK_JOIN,
            PlantedFault.DEADLOCK,
            PlantedFault.DEADLOCK_THREE);

    private final Path home = Path.of(System.getProperty("poolfit.home", ".")).toAbsolutePath();
    private final Path folder = home.resolve(Path.of("benchmarks", "target", "faults"));
    private int right;
    private int placed;
    private int faults;
    private int places;
    private int healthy;
    private int silent;

    private FaultCampaign() {}

    public static void main(String[] arguments) throws Exception {
        int runs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : RUNS;
        List<PlantedFault> faults = arguments.length > 1
                ? Arrays.stream(arguments).skip(1).map(PlantedFault::of).toList()
                : List.of(PlantedFault.values());
        new FaultCampaign().run(runs, faults);
    }

    private void run(int runs, List<PlantedFault> all) throws Exception {
        System.out.println("| fault | run | first finding | right | place | s |\n|---|---|---|---|---|---|");
        for (int run = 1; run <= runs; run++) {
            for (PlantedFault fault : all) {
                one(fault, run);
            }
        }
        System.out.printf(
                "%nright first finding: %d of %d; right place: %d of %d; healthy and silent: %d of %d%n",
                right, faults, placed, places, silent, healthy);
    }

    private void one(PlantedFault fault, int run) throws Exception {
        Path own = folder.resolve(fault.id() + "-" + run);
        Files.createDirectories(own);
        long begin = System.nanoTime();
        try (EmbeddedDatabase database = EmbeddedDatabase.start(
                        StudyDatabase.MARIADB, home.resolve(Path.of("demo", "target", "databases")), own, 300);
                FaultyService service = FaultyService.start(fault, home, database, own)) {
            service.harm();
            judge(fault, run, diagnose(fault, database, service.port(), own), (System.nanoTime() - begin) / 1e9);
        }
    }

    private Optional<JsonNode> diagnose(PlantedFault fault, EmbeddedDatabase database, int port, Path own)
            throws Exception {
        boolean idle = fault == PlantedFault.LOAD_SMALL;
        String base = "http://127.0.0.1:" + port;
        Path file = Files.writeString(own.resolve("experiment.yaml"), """
                name: %s
                service: {attach: {port: %d}}
                database: {url: "jdbc:mariadb://127.0.0.1:%d/demo", user: "%s", password: "${FAULT_PASSWORD}"}
                load: {users: %d, think: %s, requests: [{get: "%s/%s"}, {get: "%s/orders/{1..1000}"}]}
                tune: {pool: 1..30}
                goal: {throughput: max}
                budget: 5m
                """.formatted(
                        fault.id(),
                        port,
                        database.port(),
                        database.user(),
                        idle ? 1 : 20,
                        idle ? "1s" : fault == PlantedFault.POOL_SMALL ? "10ms" : "50ms",
                        base,
                        other(fault),
                        base));
        Path tmp = Files.createDirectories(own.resolve("tmp"));
        try (SupervisedProcess program = SupervisedProcess.start(new SupervisedProcess.Start(
                Stream.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-Xmx256m",
                                "-XX:+UseSerialGC",
                                "-Djava.io.tmpdir=" + tmp,
                                "-jar",
                                home.resolve(Path.of("tuner", "target", "poolfit.jar"))
                                        .toString(),
                                "diagnose",
                                file.toString(),
                                "--for",
                                (LONG.contains(fault) ? LONG_SECONDS : SECONDS) + "s",
                                "--out",
                                own.resolve("out").toString())
                        .toList(),
                own,
                Map.of(
                        "FAULT_PASSWORD",
                        database.password(),
                        "XDG_STATE_HOME",
                        own.resolve("state").toString()),
                own.resolve("diagnose.log"),
                "INT",
                null))) {
            program.onExit().get(3, TimeUnit.MINUTES);
        }
        Path told = own.resolve("out").resolve("diagnosis.json");
        return Files.exists(told) ? Optional.of(new JsonMapper().readTree(told.toFile())) : Optional.empty();
    }

    /** Returns what is asked for beside the orders. */
    private static String other(PlantedFault fault) {
        return switch (fault) {
            case VICTIMS -> VICTIMS + "/{1..1000}";
            case HEALTH_CHECK -> "actuator/health";
            default -> "items/{1..1000}";
        };
    }

    private void judge(PlantedFault fault, int run, Optional<JsonNode> told, double seconds) {
        Optional<JsonNode> first = told.flatMap(FaultCampaign::first);
        String rule = told.isEmpty()
                ? "failed"
                : told.get().at("/verdict").asString().startsWith("Nothing to conclude")
                                && grave(told.get()).isEmpty()
                        ? "nothing"
                        : first.map(each -> each.at("/rule").asString()).orElse("none");
        boolean grave = told.isPresent() && grave(told.get()).isPresent();
        String also = fault.setting("also", "");
        boolean ok = fault.healthy()
                ? told.isPresent() && !grave
                : fault.rules().contains(rule)
                        && (also.isEmpty()
                                || findings(told.get())
                                        .anyMatch(each ->
                                                each.at("/rule").asString().equals(also)));
        String advice = first.map(each -> each.at("/advice").asString()).orElse("");
        boolean hasPlace = !fault.frame().isEmpty();
        boolean inPlace =
                ok && advice.contains(fault.frame()) && (advice.contains(ENDPOINT) || WITHOUT_ROUTE.contains(fault));
        if (fault.healthy()) {
            healthy++;
            silent += ok ? 1 : 0;
        } else {
            faults++;
            right += ok ? 1 : 0;
            places += hasPlace ? 1 : 0;
            placed += hasPlace && inPlace ? 1 : 0;
        }
        System.out.printf(
                "| %s | %d | %s | %s | %s | %.0f |%n",
                fault.id(), run, rule, ok ? "yes" : "**no**", hasPlace ? inPlace ? "yes" : "**no**" : "", seconds);
    }

    private static Optional<JsonNode> first(JsonNode told) {
        return grave(told).or(() -> findings(told).findFirst());
    }

    /** Returns the first finding that is more than information. */
    private static Optional<JsonNode> grave(JsonNode told) {
        return findings(told)
                .filter(each -> !each.at("/severity").asString().equals("info"))
                .findFirst();
    }

    private static Stream<JsonNode> findings(JsonNode told) {
        return Stream.of("/findings", "/configuration")
                .flatMap(at -> StreamSupport.stream(told.at(at).spliterator(), false));
    }
}
