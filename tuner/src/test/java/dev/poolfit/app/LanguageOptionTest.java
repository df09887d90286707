package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.MeasuredTrial;
import dev.poolfit.experiment.Found;
import dev.poolfit.experiment.Settings;
import dev.poolfit.experiment.WorkerThreads;
import dev.poolfit.journal.Journal;
import dev.poolfit.journal.RunEnd;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.journal.RunNotes;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.units.Message;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The language is what --lang says: for people, and never for the machines that read result.json. */
class LanguageOptionTest {
    private static final String EXPERIMENT = """
            name: shop
            service:
              attach: {port: 8080}
            load:
              users: 100
              requests:
                - get: http://127.0.0.1:8080/items
            tune:
              pool: 2..60
            goal:
              throughput: ">= 150/s"
            """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"demo", "tune experiment.yaml", "report runs/shop"})
    void another_language_is_refused_and_those_that_there_are_are_named(String command) {
        var err = new StringWriter();
        CommandLine line = Main.commandLine(CommandLine.defaultFactory()).setErr(new PrintWriter(err, true));

        int exit = line.execute((command + " --lang fr").split(" "));

        assertThat(exit).isEqualTo(Main.BAD_INPUT);
        assertThat(err.toString()).contains("--lang", "[en, ko]", "fr");
    }

    @Test
    void a_run_is_reported_in_the_language_that_is_asked_for_and_its_result_in_english() throws IOException {
        finishedRun(Message.of("missing.tomcat"));

        String korean = report("--lang", "ko");
        assertThat(korean).contains("안전한 선택: 풀 크기 20", "읽지 못한 항목", "Tomcat 스레드를 읽을 수 없습니다.");
        assertThat(Files.readString(folder.resolve("report.html"))).contains("<html lang=\"ko\">", "측정 방법");
        assertThat(Files.readString(folder.resolve("application-poolfit.yml")))
                .contains("# 판정 보류: ", "# 목표에 가장 가까운 설정: 160.0/s");
        String result = Files.readString(folder.resolve("result.json"));
        assertThat(result)
                .contains("Safe: pool 20", "Tomcat's threads cannot be read")
                .doesNotContainPattern("[가-힣]");

        assertThat(report())
                .contains("Not read", "Tomcat's threads cannot be read")
                .doesNotContainPattern("[가-힣]");
        assertThat(Files.readString(folder.resolve("result.json"))).isEqualTo(result);
    }

    @Test
    void what_an_earlier_version_could_not_read_is_said_as_it_was_written() throws IOException {
        finishedRun(Message.of("missing.tomcat"));
        Path notes = new RunFolder(folder).notes();
        String written = Files.readString(notes);
        Files.writeString(notes, written.replaceAll("\"missing\":\\[[^]]*](?:}])?", "\"missing\":[\"the heap\"]"));

        assertThat(report("--lang", "ko")).contains("the heap").doesNotContain("Tomcat");
    }

    private String report(String... options) {
        PrintStream before = System.out;
        var out = new ByteArrayOutputStream();
        var arguments = new ArrayList<>(List.of("report", folder.toString()));
        arguments.addAll(List.of(options));
        try {
            System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
            Main.run(arguments.toArray(String[]::new));
        } finally {
            System.setOut(before);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private void finishedRun(Message missing) {
        var run = new RunFolder(folder);
        Journal journal = Journal.begin(run, EXPERIMENT);
        for (int i = 0; i < 4; i++) {
            journal.append(trial(i + 1, i == 0 ? 10 : 20), List.of());
        }
        new RunNotes(
                        Instant.parse("2026-01-02T03:04:05Z"),
                        new Found(
                                Settings.ofPoolAndThreads(10, 100),
                                WorkerThreads.TOMCAT,
                                OptionalInt.empty(),
                                OptionalInt.empty(),
                                Found.USUAL_HOUSEKEEPING,
                                false),
                        Duration.ofMinutes(5),
                        Optional.empty(),
                        List.of(missing),
                        2,
                        OptionalDouble.empty(),
                        Optional.of(new RunEnd(60, Duration.ZERO, false)),
                        0,
                        Map.of(),
                        Optional.of(true))
                .write(run);
    }

    private static MeasuredTrial trial(int number, int pool) {
        return TrialBuilder.saturated(number, pool).measured();
    }
}
