package dev.poolfit.load.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Script;
import dev.poolfit.load.LoadRun;
import dev.poolfit.load.Seconds;
import dev.poolfit.load.http.Scripts;
import dev.poolfit.testing.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However a tool fails, the error says so, and neither a process nor a file is left. */
class ToolFaultsIT {
    private static final String V1 = "k6 v1.8.1 (go1.26, linux/amd64)";
    private static final String POINTS =
            "echo metric_name,timestamp,metric_value,error_code,expected_response,group,status,extra_tags,metadata;"
                    + " point() { echo \"http_req_duration,$(date +%s%3N),5.0,,true,,200,,\"; };"
                    + " echo \"vus,$(date +%s%3N),3,,,,,,\"; point;";

    @TempDir
    Path folder;

    private long foldersBefore;

    private static long folders() throws IOException {
        try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("poolfit-tool"))
                    .count();
        }
    }

    @BeforeEach
    void count() throws IOException {
        foldersBefore = folders();
    }

    @AfterEach
    void nothing_is_left() throws IOException {
        assertThat(folders()).isLessThanOrEqualTo(foldersBefore);
        assertThat(ProcessHandle.allProcesses()
                        .map(process -> process.info().commandLine().orElse(""))
                        .filter(line -> line.contains(folder.toString())))
                .isEmpty();
    }

    private ToolPatience patience = new ToolPatience(Patience.LIMIT, Patience.LIMIT);

    private ToolLoadEngine engine(Script script) {
        return new ToolLoadEngine(
                script instanceof Script.K6 k6 ? new K6(k6) : new Jmeter((Script.Jmeter) script), patience);
    }

    private Script.K6 script(String command) throws IOException {
        return new Script.K6(
                Files.writeString(folder.resolve("script.js"), "export default function () {}"),
                command,
                Map.of(),
                List.of());
    }

    private void assertSurveyFails(Script script, String... messages) {
        Load load = Load.of(script, new Load.Scripted(), Set.of());
        try (ToolLoadEngine engine = engine(script)) {
            assertThatThrownBy(() -> engine.survey(load))
                    .isInstanceOf(EnvironmentFailure.class)
                    .satisfies(thrown -> assertThat(thrown.getMessage()).contains(messages));
        }
    }

    private void assertStartFails(String run, String... messages) throws IOException {
        Script script = script(Scripts.impostor(folder, V1, run).toString());
        Load load = Load.of(script, new Load.Scripted(), Set.of());
        try (ToolLoadEngine engine = engine(script)) {
            assertThatThrownBy(() -> engine.start(load, 1, new Seconds()))
                    .isInstanceOf(EnvironmentFailure.class)
                    .satisfies(thrown -> assertThat(thrown.getMessage()).contains(messages));
        }
    }

    /** Why a load broke off; one that breaks off before its start has been noticed does not start at all. */
    private EnvironmentFailure breaksOff(String run) throws IOException {
        Script script = script(Scripts.impostor(folder, V1, POINTS + run).toString());
        Load load = Load.of(script, new Load.Scripted(), Set.of());
        try (ToolLoadEngine engine = engine(script)) {
            return failure(engine, load);
        }
    }

    private static EnvironmentFailure failure(ToolLoadEngine engine, Load load) {
        try {
            LoadRun started = engine.start(load, 1, new Seconds());
            Patience.await().until(() -> started.failure().isPresent());
            assertThat(started.ended()).isTrue();
            return started.failure().orElseThrow();
        } catch (EnvironmentFailure atOnce) {
            return atOnce;
        }
    }

    @Test
    void a_tool_that_is_not_there_is_named_with_the_key_that_names_another() throws IOException {
        assertSurveyFails(script("no-such-k6"), "no-such-k6");
        assertSurveyFails(new Script.Jmeter(folder.resolve("plan.jmx"), "no-such-jmeter", Map.of()), "no-such-jmeter");
    }

    @Test
    void an_unknown_version_is_refused_and_version_2_is_not() throws IOException {
        assertSurveyFails(
                script(Scripts.impostor(folder, "k6 v3.0.0 (go1.30)", "").toString()), "v3.0.0");
        assertSurveyFails(
                script(Scripts.impostor(folder, "k6 v0.52.0 (go1.22)", "").toString()), "v0.52.0");
        assertSurveyFails(
                script(Scripts.impostor(folder, "I am a teapot", "").toString()), "does not answer as k6", "teapot");
        Script second = script(Scripts.impostor(folder, "k6 v2.3.0 (go1.26.1, linux/amd64)", "")
                .toString());
        try (ToolLoadEngine engine = engine(second)) {
            assertThat(engine.survey(Load.of(second, new Load.Scripted(), Set.of()))
                            .generator())
                    .isEqualTo("k6 v2.3.0");
        }
    }

    @Test
    void a_jmeter_of_another_age_is_refused() throws IOException {
        Path old = folder.resolve("jmeter");
        Files.writeString(old, "#!/bin/sh\necho 'Copyright (c) 1998-2010'\necho 'Version 2.4'\n");
        old.toFile().setExecutable(true);
        assertSurveyFails(new Script.Jmeter(folder.resolve("plan.jmx"), old.toString(), Map.of()), "2.4");
    }

    @Test
    void a_tool_that_fails_at_once_is_quoted() throws IOException {
        assertStartFails(
                "echo 'time=now level=error msg=\"no space left\"' >&2; exit 107", "exit code 107", "no space left");
        assertStartFails("exit 0", "without having sent a request");
    }

    @Test
    void a_tool_that_hangs_is_given_up_in_time_and_killed() throws IOException {
        patience = new ToolPatience(Duration.ofSeconds(2), Patience.LIMIT);
        assertStartFails("trap '' TERM; sleep 3579", "no request within 2 s");
    }

    @Test
    void a_tool_that_is_killed_in_the_middle_of_a_line_breaks_the_load_off() throws IOException {
        assertThat(breaksOff("sleep 1; printf 'http_req_dura'; kill -9 $$")).hasMessageContaining("exit code 137");
    }

    @Test
    void a_tool_that_goes_silent_breaks_the_load_off() throws IOException {
        patience = new ToolPatience(Patience.LIMIT, Duration.ofSeconds(1));
        assertThat(breaksOff("exec sleep 3578")).hasMessageContaining("reported nothing for 1 s");
    }

    @Test
    void a_long_message_of_the_tool_is_told_shortened() throws IOException {
        assertStartFails(
                "printf 'level=error msg=\"no space on ' >&2; head -c 100000 /dev/zero | tr '\\0' x >&2; echo '\"' >&2;"
                        + " echo 'level=error msg=\"gave up\"' >&2; exit 107",
                "exit code 107",
                "gave up");
        assertStartFails(
                "printf 'level=error msg=\"no space on ' >&2; head -c 3500 /dev/zero | tr '\\0' x >&2; echo '\"' >&2; exit 107",
                "exit code 107",
                "no space on xxx");
    }

    @Test
    void a_jmeter_that_runs_without_the_fence_is_refused_before_any_load() throws IOException {
        Path program = folder.resolve("jmeter");
        Files.writeString(program, "#!/bin/sh\necho 5.6.3\n");
        program.toFile().setExecutable(true);
        Path plan = Files.writeString(folder.resolve("plan.jmx"), "<jmeterTestPlan><hashTree/></jmeterTestPlan>");
        assertSurveyFails(
                new Script.Jmeter(plan, program.toString(), Map.of()),
                "does not hand the variable JAVA_TOOL_OPTIONS on");
    }

    @Test
    void a_jmeter_whose_results_stay_silent_breaks_the_load_off() throws IOException {
        patience = new ToolPatience(Patience.LIMIT, Duration.ofMillis(200));
        Path program = folder.resolve("jmeter");
        Files.writeString(program, """
                #!/bin/sh
                while [ "$1" != -l ]; do shift; done
                { echo timeStamp,elapsed,responseCode,responseMessage,success,allThreads
                  echo "$(date +%s%3N),5,200,OK,true,1"; } >"$2"
                exec sleep 3577
                """);
        program.toFile().setExecutable(true);
        var script = new Script.Jmeter(folder.resolve("plan.jmx"), program.toString(), Map.of());
        Load load = Load.of(script, new Load.Scripted(), Set.of());
        try (ToolLoadEngine engine = engine(script)) {
            assertThat(failure(engine, load)).hasMessageContaining("JMeter has reported nothing for 1 s");
        }
    }
}
