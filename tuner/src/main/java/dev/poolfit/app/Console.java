package dev.poolfit.app;

import dev.poolfit.experiment.References;
import dev.poolfit.report.Columns;
import dev.poolfit.report.Language;
import dev.poolfit.units.Message;
import dev.poolfit.units.PlainText;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Takes what a command writes: results to {@code out}, everything else to {@code err}.
 *
 * @param terminal whether a person watches
 * @param debug whether that person wants to see how the program decides
 */
record Console(PrintStream out, PrintStream err, boolean terminal, boolean debug) {
    Console(PrintStream out, PrintStream err, boolean terminal) {
        this(out, err, terminal, false);
    }

    /** Returns this console for somebody who gave {@code --debug}. */
    Console debugging(@Nullable Main asked) {
        return new Console(out, err, terminal, asked != null && asked.debugs());
    }

    static Console system() {
        boolean terminal = System.console() != null && !"dumb".equals(System.getenv("TERM"));
        return new Console(plain(System.out), plain(System.err), terminal);
    }

    /** Returns a stream whose lines steer no terminal; what is printed without a line's end is written as it is. */
    static PrintStream plain(PrintStream to) {
        return new PrintStream(to, true, StandardCharsets.UTF_8) {
            @Override
            public void println(@Nullable String line) {
                to.println(PlainText.lines(String.valueOf(line)));
            }

            @Override
            public void println(@Nullable Object line) {
                println(String.valueOf(line));
            }
        };
    }

    /** Returns a writer that does the same, for the library that reads command lines. */
    static PrintWriter writer(PrintStream to) {
        // Of its own it would ask the terminal for its encoding; standard output takes UTF-8 always.
        return new PrintWriter(to, true, StandardCharsets.UTF_8) {
            @Override
            public void println(@Nullable String line) {
                super.println(PlainText.lines(String.valueOf(line)));
            }

            @Override
            public void println(@Nullable Object line) {
                println(String.valueOf(line));
            }
        };
    }

    /** Returns this console for lines that others worded: it writes the file's references in place of their values. */
    Console hiding(References references) {
        return new Console(hiding(out, references), hiding(err, references), terminal, debug);
    }

    private static PrintStream hiding(PrintStream to, References references) {
        return new PrintStream(to, true, StandardCharsets.UTF_8) {
            @Override
            public void println(@Nullable String line) {
                to.println(references.in(String.valueOf(line)));
            }
        };
    }

    /** Returns the command that called the program. */
    static String command() {
        return System.getProperty("poolfit.command", "./poolfit");
    }

    void tell(Message sentence) {
        err.println(Language.EN.text(sentence));
    }

    /** Writes a line of results; where a person watches, broken for a terminal of 80 columns. */
    void line(String text) {
        out.println(terminal ? Columns.hanging(text) : text);
    }

    /** Returns the answer to a question, without blanks around it; empty where nobody answers. */
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
