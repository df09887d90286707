package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.studies.EmbeddedDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Spring Boot service that nobody prepared, from the first look at it to an answer. */
class InitIT {
    @TempDir
    private static Path folder = Path.of("");

    private static EmbeddedDatabase database;
    private static StockWorld world;

    @BeforeAll
    static void start() throws Exception {
        database = StockWorld.database(folder);
        world = StockWorld.startUnprepared(database, folder, StockWorld.HOLD_MS + "ms");
    }

    @AfterAll
    static void stop() throws Exception {
        world.close();
        database.close();
    }

    @Test
    void the_file_that_init_writes_works_as_it_stands() throws Exception {
        Program.Result init = run(world.secrets(), "init", "--port", "" + world.port, "--out", "shop.yaml");

        assertThat(init.exitCode()).as(init.toString()).isZero();
        String text = Files.readString(folder.resolve("shop.yaml"));
        assertThat(text)
                .contains("attach: {port: " + world.port + "}")
                .contains("  url: \"" + database.jdbcUrl().replaceFirst("[?].*", "") + "\"")
                .contains("  password: ${DB_PASSWORD}")
                .contains("http://127.0.0.1:" + world.port + "/stocks/{1..10}")
                .contains("\nceiling:")
                .doesNotContain(database.password());
        Program.Result check = run(world.secrets(), "check", "shop.yaml");
        assertThat(check.exitCode()).as(check.toString()).isZero();
        assertThat(check.out()).contains("Ready to tune.", "Initial settings: pool 5");
    }

    @Test
    void without_the_database_s_password_the_file_works_all_the_same() throws Exception {
        Program.Result init = run(Map.of(), "init", "--port", "" + world.port, "--out", "plain.yaml");

        assertThat(init.exitCode()).as(init.toString()).isZero();
        assertThat(Files.readString(folder.resolve("plain.yaml"))).contains("\n# database:", "\n# ceiling:");
        Program.Result check = run(Map.of(), "check", "plain.yaml");
        assertThat(check.exitCode()).as(check.toString()).isZero();
    }

    @Test
    void a_file_that_exists_is_never_written_over() throws Exception {
        Path file = Files.writeString(folder.resolve("mine.yaml"), "mine");

        Program.Result init = run(Map.of(), "init", "--port", "" + world.port, "--out", "mine.yaml");

        assertThat(init.exitCode()).isEqualTo(Main.ENVIRONMENT_FAILED);
        assertThat(init.err()).contains("mine.yaml exists already").contains("--out");
        assertThat(file).hasContent("mine");
    }

    @Test
    void a_wrong_option_is_told_by_its_own_name() throws Exception {
        Program.Result tune =
                run(Map.of(), "tune", "--port", "" + world.port, "--users", "0", "--goal", "fast", "--pool", "9..1");

        assertThat(tune.exitCode()).isEqualTo(Main.BAD_INPUT);
        assertThat(tune.err()).contains("--users must be", "--goal must be", "--pool must be");
        assertThat(tune.err()).doesNotContain("line ");
    }

    @Test
    void what_cannot_be_is_told_before_the_service_is_looked_at() throws Exception {
        for (String[] wrong : new String[][] {
            {"--port", "99999", "--port must be from 1 to 65535, but is 99999"},
            {"--out", "absent/shop.yaml", "--out must be a file to write in a folder that exists"},
            {"--out", ".", "--out must be a file to write in a folder that exists, but is \".\", a folder"},
            {"--url", "xx", "--url must be an address of this machine"},
            {"--url", "http://example.com", "--url must be an address of this machine"}
        }) {
            Program.Result init = wrong[0].equals("--port")
                    ? run(Map.of(), "init", wrong[0], wrong[1])
                    : run(Map.of(), "init", "--port", "" + world.port, wrong[0], wrong[1]);

            assertThat(init.exitCode()).as(init.toString()).isEqualTo(Main.BAD_INPUT);
            assertThat(init.err()).contains(wrong[2]);
        }
    }

    @Test
    void one_line_tunes_it_and_leaves_the_file_that_was_run() throws Exception {
        String address = "http://127.0.0.1:" + world.port + "/stocks/{1..2000}";
        Path kept = Files.createDirectories(folder.resolve("runs")).resolve("port-" + world.port + ".yaml");
        Files.writeString(kept, "kept");
        Program.Result tune = run(
                Map.of(),
                "tune",
                "--port",
                "" + world.port,
                "--users",
                "10",
                "--get",
                address,
                "--goal",
                ">= 5/s",
                "--budget",
                "90s");

        // Beside other programs it may end undecided.
        assertThat(tune.exitCode()).as(tune.toString()).isIn(0, 1);
        assertThat(tune.out()).contains(tune.exitCode() == 0 ? "maximum-pool-size: " : "No verdict: ", "report.html");
        assertThat(kept).hasContent("kept");
        Path file = folder.resolve("runs/port-" + world.port + "-2.yaml");
        assertThat(file).content().contains(address, "throughput: \">= 5/s\"", "users: 10", "budget: 90s");
        assertThat(world.settings().pool()).hasValue(5);
        String run = tune.out().replaceAll("(?s).*Report: (.*)/report.html.*", "$1");
        // Other programs may leave no trial that counts, or a model whose error is too large to predict from.
        Program.Result predict = run(Map.of(), "predict", "--results", run, "--at", "pool=4", "--force");
        String both = tune + "\n" + predict;
        if (tune.exitCode() == 1 && predict.exitCode() == Main.BAD_INPUT) {
            assertThat(predict.err()).as(both).contains("must hold a trial that counts, but holds none");
            return;
        }
        assertThat(predict.exitCode()).as(both).isZero();
        assertThat(predict.out()).contains("hold time of a single request").contains("the model explains the rows");
    }

    private static Program.Result run(Map<String, String> environment, String... arguments) throws Exception {
        return Program.run(folder, environment, arguments);
    }
}
