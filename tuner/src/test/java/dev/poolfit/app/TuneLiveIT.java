package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.live.LiveBlock;
import dev.poolfit.evidence.live.LiveRound;
import dev.poolfit.evidence.live.TurnSums;
import dev.poolfit.experiment.Knob;
import dev.poolfit.journal.Journal;
import dev.poolfit.journal.LiveJournal;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceProcess;
import dev.poolfit.testing.Patience;
import dev.poolfit.testing.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Sizes are compared in a service that others use meanwhile. */
class TuneLiveIT {
    private static final int POOL = 8;
    private static final int USERS = 3;

    @TempDir
    private static Path folder = Path.of("");

    private static ServiceProcess process;
    private static ExecutorService users;
    private static final AtomicBoolean STOPPED = new AtomicBoolean();
    private static final List<Future<Integer>> WORK = new ArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        process = ServiceProcess.start("-Dpool=" + POOL, "-Dhold=10");
        users = Executors.newFixedThreadPool(USERS);
        for (int user = 0; user < USERS; user++) {
            WORK.add(users.submit(() -> process.works(STOPPED)));
        }
    }

    /** No request of any user failed in any of the tests. */
    @AfterAll
    static void stop() throws Exception {
        STOPPED.set(true);
        try {
            for (Future<Integer> each : WORK) {
                assertThat(each.get()).isPositive();
            }
        } finally {
            users.shutdownNow();
            process.close();
        }
    }

    private static String port() {
        return String.valueOf(process.port());
    }

    private static void isAsItWas(int pool) {
        try (RunningService service = process.attach();
                BorrowLimiter limiter = service.limitBorrows(Patience.LIMIT)) {
            assertThat(service.found().count(Knob.POOL)).isEqualTo(pool);
            assertThat(limiter.take()).isPresent();
        }
    }

    /** Guards that a busy machine does not break. */
    private static Path file(String name, String port, String budget) throws IOException {
        return Files.writeString(folder.resolve(name), """
                name: shop
                service: {attach: {port: %s}}
                load: live
                guard: {wait: 20s, pending: 1000, errors: 100%%, timeouts: 1000, cost: 10m}
                tune: {pool: 2..8}
                goal: {throughput: max, margin: 30%%}
                budget: %s
                """.formatted(port, budget));
    }

    /** Three users never have more than three connections; whether a busy machine lets that be shown in the time is another matter. */
    @Test
    void sizes_take_turns_under_the_traffic_of_others_and_the_service_is_left_as_it_was() throws Exception {
        Path file = file("live.yaml", port(), "90s");
        Program.Result told =
                Program.run(folder, Map.of(), "tune", file.toString(), "--yes", "--format", "json", "--out", "live");

        assertThat(told.exitCode()).as(told.toString()).isBetween(0, 1);
        JsonNode json = new JsonMapper().readTree(told.out());
        assertThat(json.at("/baseline/settings/pool").asInt()).isEqualTo(POOL);
        assertThat(json.at("/outcome").asString()).isEqualTo(told.exitCode() == 0 ? "recommended" : "inconclusive");
        assertThat(json.at("/live/sizes").size()).as(told.out()).isPositive();
        assertThat(json.at("/live/sizes/0/pool").asInt()).isBetween(3, POOL - 1);
        assertThat(json.at("/live/sizes/0/borrows").asDouble()).isPositive();
        assertThat(json.at("/live/borrows").asLong()).isGreaterThan(500);
        assertThat(folder.resolve("live/live.jsonl")).isNotEmptyFile();
        assertThat(Files.readString(folder.resolve("live/report.html"))).contains("<h1", "shop");
        assertThat(new JsonMapper().readTree(folder.resolve("live/result.json")))
                .isEqualTo(json);
        Program.Result report = Program.run(folder, Map.of(), "report", "live");
        assertThat(report.exitCode()).as(report.toString()).isEqualTo(2);
        assertThat(report.err()).contains("a run under a service's own traffic", "report.html");
        isAsItWas(POOL);
    }

    /** As a round in which four connections were as good as eight. */
    private static LiveRound round(boolean longer) {
        var turns = new TurnSums(0.5, 100, 0, 1_000, 0, 0);
        return new LiveRound(
                4,
                POOL,
                longer,
                longer ? 1_000 : 250,
                Collections.nCopies(13, new LiveBlock(turns, turns, turns)),
                Optional.empty(),
                0,
                20,
                4_000,
                0,
                Optional.empty());
    }

    @Test
    void the_pool_is_set_to_the_answer_where_that_was_asked_for() throws Exception {
        Path file = file("applied.yaml", port(), "60s");
        var run = new RunFolder(folder.resolve("applied"));
        Journal.begin(run, Files.readString(file));
        LiveJournal rounds = LiveJournal.begin(run);
        for (int i = 0; i < 6; i++) {
            rounds.append(round(i >= 3));
        }
        try {
            Program.Result told = Program.run(
                    folder,
                    Map.of(),
                    "tune",
                    file.toString(),
                    "--yes",
                    "--resume",
                    "--apply",
                    "--format",
                    "json",
                    "--out",
                    "applied");

            assertThat(told.exitCode()).as(told.toString()).isZero();
            JsonNode json = new JsonMapper().readTree(told.out());
            assertThat(json.at("/applied").asBoolean()).isTrue();
            assertThat(json.at("/recommendation/settings/pool").asInt()).isEqualTo(4);
            isAsItWas(4);
        } finally {
            process.resize(POOL);
        }
    }

    @Test
    void a_run_whose_service_is_started_again_goes_on() throws Exception {
        String port = String.valueOf(Ports.free());
        Path file = file("again.yaml", port, "5m");
        Path rounds = folder.resolve("again/live.jsonl");
        String[] options = {"-Dport=" + port, "-Dpool=" + POOL, "-Dhold=10"};
        var stopped = new AtomicBoolean();
        ExecutorService others = Executors.newCachedThreadPool();
        Program program;
        try (var first = ServiceProcess.start(options)) {
            others.submit(() -> first.works(stopped));
            program = Program.start(folder, Map.of(), "tune", file.toString(), "--yes", "--out", "again");
            program.awaitThat(() -> lines(rounds) > 0);
        }
        try (program;
                var second = ServiceProcess.start(options)) {
            long before = lines(rounds);
            others.submit(() -> second.works(stopped));
            // The round that was under way may be told as cost alone.
            program.awaitThat(() -> lines(rounds) > before + 1);
            program.signal("INT");
            Program.Result told = program.await();

            assertThat(told.exitCode()).as(told.toString()).isEqualTo(130);
            assertThat(told.out().replace('\n', ' ')).contains("The service was lost and found again (1 time)");
        } finally {
            stopped.set(true);
            others.shutdownNow();
        }
    }

    @Test
    void whoever_interrupts_gets_what_was_compared_and_the_service_is_left_as_it_was() throws Exception {
        try (Program program = Program.start(
                folder, Map.of(), "tune", "--port", port(), "--live", "--yes", "--budget", "3m", "--out", "stopped")) {
            program.awaitThat(() -> lines(folder.resolve("stopped/live.jsonl")) > 0);
            program.signal("INT");
            Program.Result told = program.await();

            assertThat(told.exitCode()).as(told.toString()).isEqualTo(130);
            assertThat(told.out()).contains("took turns with its " + POOL + " connections");
        }
        isAsItWas(POOL);
    }

    @Test
    void the_service_is_checked_without_comparing_anything() throws Exception {
        Path file = folder.resolve("checked.yaml");
        Files.writeString(file, """
                service: {attach: {port: %s}}
                load: live
                tune: {pool: 2..8}
                """.formatted(port()));
        Program.Result told = Program.run(folder, Map.of(), "check", file.toString());

        assertThat(told.exitCode()).as(told.toString()).isZero();
        assertThat(told.out()).contains("The pool main has 8 connections.", "Ready to tune.");
        isAsItWas(POOL);
    }

    private static long lines(Path file) {
        try {
            return Files.exists(file) ? Files.readAllLines(file).size() : 0;
        } catch (IOException changing) {
            return 0;
        }
    }

    @Test
    void without_a_terminal_it_wants_to_be_told_that_it_may() throws Exception {
        Program.Result told = Program.run(folder, Map.of(), "tune", "--port", port(), "--live", "--out", "unasked");

        assertThat(told.exitCode()).as(told.toString()).isEqualTo(2);
        assertThat(told.err()).contains("--yes is missing");
        assertThat(folder.resolve("unasked")).doesNotExist();
    }

    @Test
    void what_it_would_do_is_told_and_nothing_is_touched() throws Exception {
        Program.Result told =
                Program.run(folder, Map.of(), "tune", "--port", "1", "--live", "--dry-run", "--pool", "3..9");

        assertThat(told.exitCode()).as(told.toString()).isZero();
        assertThat(told.out()).contains("sizes of 3..9", "a borrow waits for 50ms", "No connection is closed");
    }

    @Test
    void options_that_do_not_go_together_are_told_at_once() throws Exception {
        Program.Result told =
                Program.run(folder, Map.of(), "tune", "--port", port(), "--live", "--users", "5", "--between", "9-18");

        assertThat(told.exitCode()).as(told.toString()).isEqualTo(2);
        assertThat(told.err()).contains("--live", "puts no load", "--between", "09:00-18:00");
    }
}
