package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.journal.Journal;
import dev.poolfit.journal.RunFolder;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A service that is left changed gives the exit code 3 and its words, whatever else ended the work. */
class ExitCodeTest {
    private final StringWriter err = new StringWriter();

    private int exit(Exception failure) throws Exception {
        CommandLine line = Main.commandLine(CommandLine.defaultFactory()).setErr(new PrintWriter(err));
        return line.getExecutionExceptionHandler().handleExecutionException(failure, line, line.parseArgs());
    }

    @Test
    void what_failed_while_everything_was_undone_is_told_beside_the_failure_and_decides() throws Exception {
        var interrupted = new InterruptedException();
        assertThat(exit(interrupted)).isEqualTo(Main.INTERRUPTED);
        assertThat(err.toString()).isEmpty();

        interrupted.addSuppressed(new EnvironmentFailure("the service is left changed", "restart it"));
        assertThat(exit(interrupted)).isEqualTo(Main.ENVIRONMENT_FAILED);
        assertThat(err.toString().lines()).containsExactly("the service is left changed", "  What to do: restart it.");
    }

    @Test
    void a_folder_that_holds_no_run_is_bad_input(@TempDir Path folder) {
        assertThat(Main.run("report", folder.toString())).isEqualTo(Main.BAD_INPUT);
        assertThat(Main.run("predict", "--results", folder.toString(), "--at", "pool=5"))
                .isEqualTo(Main.BAD_INPUT);
        assertThat(Main.run("restore", folder.resolve("absent").toString())).isEqualTo(Main.BAD_INPUT);
        Journal.begin(new RunFolder(folder), "name: interrupted before its first trial");
        assertThat(Main.run("report", folder.toString())).isEqualTo(Main.BAD_INPUT);
    }
}
