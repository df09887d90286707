package dev.poolfit.load.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Script;
import dev.poolfit.load.Seconds;
import dev.poolfit.load.http.Scripts;
import dev.poolfit.testing.Patience;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A tool that prints more than this JVM has memory for fills neither its memory nor the terminal. */
class ToolFloodIT {
    private static final int MOST_CHARACTERS = 10_000;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"yes \"$(printf '%01000d' 7)\"", "yes | tr -d '\\n'"})
    void a_tool_that_prints_a_gigabyte_is_told_in_a_few_lines(String printer) throws Exception {
        Path program = Scripts.impostor(
                folder, "k6 v1.8.1 (go1.25.0, linux/amd64)", printer + " | head -c 1000000000 >&2; exit 107");
        Path script = Files.writeString(folder.resolve("script.js"), "export default function () {}");
        var k6 = new Script.K6(script, program.toString(), Map.of(), List.of());
        Load load = Load.of(k6, new Load.Scripted(), Set.of());
        try (var engine = new ToolLoadEngine(new K6(k6), new ToolPatience(Patience.LIMIT, Patience.LIMIT))) {
            var failure = catchThrowableOfType(EnvironmentFailure.class, () -> engine.start(load, 1, new Seconds()));
            assertThat(failure).hasMessageContaining("exit code 107");
            assertThat(failure.getMessage()).hasSizeLessThan(MOST_CHARACTERS);
        }
    }
}
