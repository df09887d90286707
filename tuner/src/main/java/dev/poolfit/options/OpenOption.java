package dev.poolfit.options;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The option that shows the report in a browser. */
public final class OpenOption {
    /** The programs that open a file on Linux, macOS and Windows. */
    private static final List<String> OPENERS = List.of("xdg-open", "open", "explorer");

    @Option(names = "--open", description = "Open the report in a browser at the end.")
    private boolean open;

    /** Opens the report if that was asked for; where nothing can open it, says so. */
    public void show(Path report, PrintStream err) {
        if (!open) {
            return;
        }
        for (String opener : OPENERS) {
            try {
                new ProcessBuilder(opener, report.toAbsolutePath().toString())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
                return;
            } catch (IOException absent) {
                continue;
            }
        }
        err.println("There is none of " + String.join(", ", OPENERS) + " here that opens the report; open it yourself: "
                + report.toUri());
    }
}
