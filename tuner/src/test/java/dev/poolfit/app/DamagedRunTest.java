package dev.poolfit.app;

import static dev.poolfit.app.Damage.damaged;
import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.MeasuredTrial;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import dev.poolfit.experiment.Found;
import dev.poolfit.experiment.Settings;
import dev.poolfit.experiment.WorkerThreads;
import dev.poolfit.journal.Journal;
import dev.poolfit.journal.RunEnd;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.journal.RunNotes;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.reason.Undecided;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Whatever happened to the files of a run, report says what is wrong and where, or leaves out what it must. */
class DamagedRunTest {
    private static final String EXPERIMENT = """
            name: 재고
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

    private RunFolder run;

    @BeforeEach
    void aFinishedRun() {
        run = new RunFolder(folder.resolve("run"));
        Journal journal = Journal.begin(run, EXPERIMENT);
        for (int i = 1; i <= 4; i++) {
            journal.append(trial(i, i == 1 ? 10 : 20), series());
        }
        new RunNotes(
                        Instant.parse("2026-01-02T03:04:05Z"),
                        new Found(
                                Settings.ofPoolAndThreads(10, 100),
                                WorkerThreads.TOMCAT,
                                OptionalInt.of(151),
                                OptionalInt.of(60),
                                Found.USUAL_HOUSEKEEPING,
                                false),
                        Duration.ofMinutes(5),
                        Optional.of(Message.verbatim("MariaDB")),
                        List.of(Message.of("missing.tomcat"), Message.of("missing.metrics", "상태")),
                        2,
                        OptionalDouble.empty(),
                        Optional.of(new RunEnd(60, Duration.ZERO, false)),
                        0,
                        Map.of(),
                        Optional.of(true))
                .write(run);
    }

    @Test
    void a_run_that_did_not_reach_its_end_says_so_before_it_speaks_of_too_little_time() throws Exception {
        Files.writeString(
                run.notes(), Files.readString(run.notes()).replace("\"totalSeconds\":60.0", "\"totalSeconds\":0"));

        assertThat(FinishedRun.of(run).output().run().conclusion().reasons())
                .first()
                .isInstanceOf(Undecided.Unfinished.class);
    }

    @Test
    void the_time_of_all_parts_of_a_run_is_told() throws Exception {
        Files.writeString(
                run.notes(),
                Files.readString(run.notes())
                        .replace("\"totalSeconds\":60.0", "\"totalSeconds\":0")
                        .replace("\"earlierSeconds\":0.0", "\"earlierSeconds\":1000"));
        Journal journal = Journal.read(run);
        RunNotes notes = RunNotes.read(run);

        // The fourth trial began 80 s after the start.
        assertThat(notes.seconds(journal.trials())).isBetween(1080.0, 1100.0);
        assertThat(notes.ended(50, Duration.ZERO, false).seconds(journal.trials()))
                .isEqualTo(1050);
    }

    private static List<Sample> series() {
        return IntStream.range(0, 12)
                .mapToObj(second -> new Sample(
                        second,
                        Map.of(Metric.THROUGHPUT, 150.0 + second, Metric.POOL_PENDING, 81.5, Metric.USERS, 100.0)))
                .toList();
    }

    private static MeasuredTrial trial(int number, int pool) {
        return TrialBuilder.saturated(number, pool).failed("상태 503", 1).measured();
    }

    /** @param out what is printed to people */
    private record Reported(int exitCode, String out, String err) {}

    private Reported report() {
        return execute("report", run.path().toString());
    }

    private static Reported execute(String... arguments) {
        PrintStream before = System.out;
        var out = new ByteArrayOutputStream();
        var err = new StringWriter();
        try {
            System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
            int exit = Main.commandLine(CommandLine.defaultFactory())
                    .setErr(new PrintWriter(err, true))
                    .execute(arguments);
            return new Reported(exit, out.toString(StandardCharsets.UTF_8), err.toString());
        } finally {
            System.setOut(before);
        }
    }

    /** Runs of an earlier version that lack what came later are read: JournalTest. */
    @Test
    void a_series_of_runs_is_drawn_and_one_that_another_version_wrote_is_refused_by_its_name() throws IOException {
        Path runs = folder.resolve("runs");
        for (String name : List.of("spring", "summer")) {
            Files.createDirectories(runs.resolve(name));
            try (Stream<Path> files = Files.list(run.path())) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Files.copy(file, runs.resolve(name).resolve(file.getFileName()));
                }
            }
        }

        Reported drawn = execute("history", runs.toString());
        assertThat(drawn.exitCode()).as(drawn.toString()).isZero();
        assertThat(Files.readString(runs.resolve("history.html"))).contains("spring", "summer");

        Path trials = new RunFolder(runs.resolve("spring")).trials();
        Files.writeString(trials, Files.readString(trials).replace("\"search\"", "\"probe\""));
        Reported refused = execute("history", runs.toString());
        assertThat(refused.exitCode()).isEqualTo(Main.ENVIRONMENT_FAILED);
        assertThat(refused.err()).contains("spring", "\"probe\" is no role of a trial");
    }

    @Test
    void the_sound_run_is_reported() {
        assertThat(report().exitCode()).isEqualTo(Main.NO_ANSWER);
    }

    @Test
    void the_folder_of_somebody_else_is_to_be_copied() throws IOException {
        Files.setPosixFilePermissions(run.path(), PosixFilePermissions.fromString("rwxrwxrwx"));

        Reported reported = report();

        assertThat(reported.exitCode()).isEqualTo(Main.ENVIRONMENT_FAILED);
        assertThat(reported.err().replaceAll("\\s+", " "))
                .contains(run.path() + " can be written to by other users")
                .contains("What to do: copy the folder to one that only you can write to, and call report on the copy")
                .doesNotContain("free the disk", "--out");
    }

    @Test
    void a_series_that_cannot_be_read_is_named_in_the_report_and_the_rest_of_it_stays() throws IOException {
        Files.writeString(run.series(2), "second,throughput\n0,150\n1,x\n");
        Files.writeString(run.series(3), "");

        Reported reported = report();

        assertThat(reported.exitCode()).as(reported.err()).isEqualTo(Main.NO_ANSWER);
        assertThat(reported.out().replaceAll("\\s+", ""))
                .contains(
                        "trial2areleftout,sinceitsfile" + run.series(2)
                                + "isdamagedinline3(throughputmustbeanumber,butisx)",
                        "trial3areleftout,sinceitsfile" + run.series(3) + "isdamagedinline1(thefileisempty)");
    }

    @Test
    void notes_that_are_damaged_or_missing_are_told_with_their_file_and_the_reason() throws IOException {
        String sound = Files.readString(run.notes());
        Files.writeString(run.notes(), sound.replace("\"cores\":2", "\"cores\":\"two\""));
        assertThat(report().err())
                .contains(run.notes() + " is damaged: cores must be a whole number of at least 1, but is \"two\"")
                .contains("--resume");
        Files.writeString(run.notes(), sound.replace("\"cores\":2", "\"cores\":2,\"serviceCores\":0"));
        assertThat(report().err())
                .contains(run.notes() + " is damaged: serviceCores must be at least 0.001, but is 0.0");
        Files.writeString(run.notes(), sound.replace("\"cores\":2", "\"cores\":2,\"serviceCores\":0.75"));
        assertThat(report().err()).doesNotContain("damaged");
        Files.writeString(run.notes(), sound.substring(0, sound.length() / 2));
        assertThat(report().err()).contains(run.notes() + " is damaged: it is no JSON");
        Files.delete(run.notes());
        assertThat(report().err()).contains(run.notes() + " is missing");
    }

    @Test
    void a_sentence_of_another_version_is_shown_though_nobody_here_knows_its_words() throws IOException {
        Files.writeString(
                run.notes(), Files.readString(run.notes()).replace("missing.tomcat", "missing.of-the-future"));

        Reported reported = report();

        assertThat(reported.exitCode()).as(reported.err()).isEqualTo(Main.NO_ANSWER);
        assertThat(reported.out()).contains("missing.of-the-future");
    }

    @Test
    void no_damage_is_unexpected() throws IOException {
        var random = new Random(14);
        List<Path> files = List.of(run.trials(), run.series(1), run.series(3), run.notes());
        PrintStream before = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
        try {
            for (int i = 0; i < 600; i++) {
                Path file = files.get(random.nextInt(files.size()));
                byte[] sound = Files.readAllBytes(file);
                byte[] damaged = damaged(sound, random);
                Files.write(file, damaged);
                boolean wholeReport = i % 150 == 0;
                try {
                    readAgain(wholeReport);
                } catch (EnvironmentFailure told) {
                    assertThat(told).hasMessageContaining(file.toString());
                } catch (RuntimeException unexpected) {
                    throw new AssertionError(
                            "mutant " + i + " of " + file + ":\n" + new String(damaged, StandardCharsets.UTF_8),
                            unexpected);
                }
                Files.write(file, sound);
            }
        } finally {
            System.setOut(before);
        }
    }

    private void readAgain(boolean wholeReport) {
        if (wholeReport) {
            Reported reported = report();
            assertThat(reported.exitCode()).isIn(0, 1, 3);
            assertThat(reported.err()).doesNotContain("unexpected error");
        } else {
            Journal journal = Journal.read(run);
            assertThat(journal.series().size() + journal.damagedSeries().size())
                    .isEqualTo(journal.trials().size());
            assertThat(RunNotes.read(run).cores()).isPositive();
        }
    }
}
