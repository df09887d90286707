package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.file.ExperimentFile;
import dev.poolfit.experiment.file.ExperimentReader;
import dev.poolfit.experiment.file.PlantedFile;
import dev.poolfit.journal.Journal;
import dev.poolfit.journal.RunFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing that came from the environment, and nothing whose name tells of a secret, is told or kept. */
class SecretsTest {
    private static final Path HERE = Path.of("");

    @TempDir
    Path folder;

    static IntStream seeds() {
        return IntStream.range(0, 150);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void the_kept_file_has_no_secret_and_can_be_reported_and_resumed(int seed) {
        PlantedFile planted = PlantedFile.sound(new SplittableRandom(seed));
        ExperimentFile read = new ExperimentReader(planted.environment()).read(planted.text(), HERE);

        assertThat(read.text()).doesNotContain(planted.secrets());
        assertThat(DryRun.of(read.experiment(), "")).doesNotContain(planted.secrets());
        assertThat(ExperimentReader.forReport(Map.of())
                        .read(read.text(), HERE)
                        .experiment()
                        .load()
                        .requests())
                .hasSize(2);
        assertThat(new ExperimentReader(planted.environment())
                        .read(read.text(), HERE)
                        .text())
                .as("kept once more")
                .isEqualTo(read.text());
        planted.secrets().stream()
                .filter(secret -> secret.length() >= 6)
                .filter(secret -> !planted.text().contains("# the password is " + secret))
                .filter(secret -> !planted.text().contains("# " + secret))
                .filter(secret -> !unused(planted, secret))
                .forEach(secret -> assertThat(read.references().in("refused " + secret + "!"))
                        .as("in a message of somebody else")
                        .doesNotContain(secret));
    }

    /** A default beside a variable that is set is read by nobody. */
    private static boolean unused(PlantedFile planted, String secret) {
        return planted.environment().keySet().stream()
                .anyMatch(name -> planted.text().contains("${" + name + ":" + secret + "}"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void no_message_about_a_wrong_file_tells_a_secret(int seed) {
        PlantedFile sound = PlantedFile.sound(new SplittableRandom(seed));
        String one = sound.environment().keySet().iterator().next();
        for (PlantedFile wrong : new PlantedFile[] {
            sound.with("users: 10", "users: ${" + one + "}"),
            sound.with("pool: 2..20", "pool: ${" + one + "}"),
            sound.with("http://127.0.0.1:8080/orders", "http://${" + one + "}.example/orders"),
            sound.with("http://127.0.0.1:8080/orders", "http://127.0.0.1:99999/orders"),
            sound.with("http://127.0.0.1:8080/health", "127.0.0.1:8080/health"),
            sound.with("goal: {", "gaol: {a: ${" + one + "}}\ngoal: {"),
            sound.with("load:\n", "load:\n  timeout: '${" + one + "}'\n")
        }) {
            var invalid = catchThrowableOfType(
                    InvalidExperiment.class, () -> new ExperimentReader(sound.environment()).read(wrong.text(), HERE));
            assertThat(invalid).as(wrong.text()).isNotNull();
            assertThat(invalid.getMessage()).doesNotContain(sound.secrets());
        }
    }

    @Test
    void what_the_commands_print_names_the_reference() throws IOException {
        Path file = Files.writeString(folder.resolve("experiment.yaml"), """
                name: ${RUN:hunterRun}
                service:
                  attach: {jmx: "service:jmx:rmi:///jndi/rmi://127.0.0.1:1/${JMX_PATH:hunterJmx}"}
                load:
                  users: 10
                  requests: [{get: "http://127.0.0.1:1/?api_key=${K:hunterKey}&pass=hunterPass"}]
                tune: {pool: 2..9}
                goal: {throughput: max}
                """);
        assertThat(printed("tune", file.toString(), "--dry-run"))
                .contains("${RUN:***}", "?api_key=${K:***}&pass=******")
                .doesNotContain("hunter");
        assertThat(printed("check", file.toString()))
                .contains("/${JMX_PATH:***}")
                .doesNotContain("hunter");
        assertThat(printed(
                        "tune",
                        "--debug",
                        file.toString(),
                        "--out",
                        folder.resolve("run").toString()))
                .contains("/${JMX_PATH:***}", "EnvironmentFailure")
                .doesNotContain("hunter");
        var kept = new ExperimentReader(Map.of()).read(Files.readString(file), folder);
        assertThat(Journal.begin(new RunFolder(folder.resolve("kept")), kept.text())
                        .experiment())
                .doesNotContain("hunter");
    }

    private static String printed(String... arguments) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        var printed = new ByteArrayOutputStream();
        try (var all = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            System.setOut(all);
            System.setErr(all);
            Main.run(arguments);
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }
}
