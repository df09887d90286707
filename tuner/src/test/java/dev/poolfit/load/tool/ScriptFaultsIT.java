package dev.poolfit.load.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.LoadEnd;
import dev.poolfit.experiment.Script;
import dev.poolfit.load.LoadEngine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A script that the real tool refuses is told in the tool's own words, before anything is sent. */
class ScriptFaultsIT {
    private static final String PLUGIN = "kg.apc.jmeter.threads.UltimateThreadGroup";

    @TempDir
    Path folder;

    private Path copy(String name) throws IOException {
        Path file = folder.resolve(name);
        try (InputStream in = Objects.requireNonNull(ScriptFaultsIT.class.getResourceAsStream(name))) {
            Files.copy(in, file);
        }
        return file;
    }

    private LoadEngine.Survey survey(Script script) {
        Load load = Load.of(script, new Load.Scripted(), Set.of());
        try (var engine =
                new ToolLoadEngine(script instanceof Script.K6 k6 ? new K6(k6) : new Jmeter((Script.Jmeter) script))) {
            return engine.survey(load);
        }
    }

    private String refusal(Script script) {
        return Assertions.catchThrowableOfType(EnvironmentFailure.class, () -> survey(script))
                .getMessage();
    }

    private Script k6(Path script) throws Exception {
        return new Script.K6(script, Tools.k6().toString(), Map.of(), List.of());
    }

    private Script k6(String text) throws Exception {
        return k6(Files.writeString(folder.resolve("own.js"), text + "\nexport default function () {}"));
    }

    @Test
    void a_script_that_k6_cannot_begin_is_told_with_the_line_that_k6_writes() throws Exception {
        assertThat(refusal(k6(copy("k6-jslib.js"))))
                .contains("https://jslib.k6.io/k6-utils/1.4.0/index.js", "couldn't be retrieved");
        assertThat(refusal(k6(copy("k6-missing-env.js"))))
                .contains("users.json: no such file or directory", "k6-missing-env.js:4:")
                .doesNotContain("(native)");
        Files.writeString(folder.resolve("users.json"), "[]");
        assertThat(refusal(k6(folder.resolve("k6-missing-env.js")))).contains("unsupported value: NaN");
        assertThat(refusal(k6("import x from './none.js';"))).contains("\"./none.js\" couldn't be found");
        assertThat(refusal(k6("const a = ;"))).contains("Line 1:11 Unexpected token");
        assertThat(refusal(k6("throw new Error('no token\\u001b[2J\\nfor you');")))
                .contains("Error: no token", "for you", "own.js:1:")
                .doesNotContain("\u001b", "\n");
    }

    @Test
    void a_script_of_iterations_is_told_to_end() throws Exception {
        assertThat(survey(k6(copy("k6-shared-iterations.js"))).end())
                .contains(new LoadEnd(LoadEnd.Cause.ITERATIONS, 500, Optional.of(Duration.ofSeconds(30))));
    }

    @Test
    void a_plan_whose_plugin_jmeter_lacks_is_told_with_the_plugin() throws Exception {
        Path plan = copy("jmx-finite-missing-csv.jmx");
        Files.writeString(
                plan,
                Files.readString(plan)
                        .replace("<ThreadGroup ", "<" + PLUGIN + " ")
                        .replace("</ThreadGroup>", "</" + PLUGIN + ">"));

        assertThat(refusal(new Script.Jmeter(plan, Tools.jmeter().toString(), Map.of())))
                .startsWith("JMeter refuses the plan: ")
                .contains("CannotResolveClassException: " + PLUGIN, "'jmx-finite-missing-csv.jmx'")
                .doesNotContain("Detail:", "cause-");
    }

    @Test
    void a_plan_that_jmeter_can_read_is_not_run_by_the_survey() throws Exception {
        Path plan = copy("jmx-finite-missing-csv.jmx");

        assertThat(survey(new Script.Jmeter(plan, Tools.jmeter().toString(), Map.of()))
                        .generator())
                .isEqualTo("JMeter 5.6.3");
    }

    /** As where only the running plan knows the name of its file. */
    @Test
    void a_plan_that_fails_in_its_threads_is_told_with_what_jmeter_logs() throws Exception {
        Path plan = copy("jmx-finite-missing-csv.jmx");
        Files.writeString(plan, Files.readString(plan).replace(">100<", ">1<"));
        Load load =
                Load.of(new Script.Jmeter(plan, Tools.jmeter().toString(), Map.of()), new Load.Scripted(), Set.of());

        try (var engine =
                new ToolLoadEngine(new Jmeter((Script.Jmeter) load.script().orElseThrow()))) {
            assertThat(Assertions.catchThrowableOfType(
                                    EnvironmentFailure.class, () -> engine.start(load, 1, second -> {}))
                            .getMessage())
                    .contains("without having sent a request", "File no-such-users.csv must exist and be readable")
                    .doesNotContain("\tat ");
        }
    }
}
