package dev.poolfit.app;

import dev.poolfit.experiment.References;
import dev.poolfit.report.Columns;
import dev.poolfit.report.Language;
import dev.poolfit.units.Message;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/**
 * Where a command writes: results to {@code out}, everything else to {@code err}.
 *
 * @param terminal whether a person watches
 */
record Console(PrintStream out, PrintStream err, boolean terminal) {
    static Console system() {
        boolean terminal = System.console() != null && !"dumb".equals(System.getenv("TERM"));
        return new Console(System.out, System.err, terminal);
    }

    /** This console for lines that others worded: what the file took from elsewhere is written as the file writes it. */
    Console hiding(References references) {
        return new Console(hiding(out, references), hiding(err, references), terminal);
    }

    private static PrintStream hiding(PrintStream to, References references) {
        return new PrintStream(to, true) {
            @Override
            public void println(@Nullable String line) {
                to.println(references.in(String.valueOf(line)));
            }
        };
    }

    /** How the program was called. */
    static String command() {
        return System.getProperty("poolfit.command", "./poolfit");
    }

    /** A sentence beside the results. */
    void tell(Message sentence) {
        err.println(Language.EN.text(sentence));
    }

    /** A line of results; where a person watches, broken for a terminal of 80 columns. */
    void line(String text) {
        out.println(terminal ? Columns.hanging(text) : text);
    }

    /** The answer to a question, without blanks around it; empty where nobody answers. */
    String answer(String question) {
        out.print(question);
        out.flush();
        java.io.Console keyboard = System.console();
        String line = keyboard == null ? null : keyboard.readLine();
        return line == null ? "" : line.strip();
    }

    boolean colour() {
        return terminal && System.getenv("NO_COLOR") == null;
    }
}
