package dev.poolfit.results;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/** Reads a file of results, whatever wrote it, which is known from its content, never from its name. */
public final class ResultsReader {
    private static final int HEAD = Table.LONGEST_LINE;
    private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private enum Kind {
        K6(K6Table::knows, K6Table::read),
        JMETER(JmeterTable::knows, JmeterTable::read),
        JMETER_REPORT(JmeterReport::knows, JmeterReport::read),
        LOCUST(LocustTable::knows, LocustTable::read),
        NGRINDER(NgrinderTable::knows, NgrinderTable::read),
        POOLFIT(PoolfitTable::knows, PoolfitTable::read);

        private final Predicate<Table> knows;
        private final BiFunction<Table, Complaints, Results> reader;

        Kind(Predicate<Table> knows, BiFunction<Table, Complaints, Results> reader) {
            this.knows = knows;
            this.reader = reader;
        }
    }

    private ResultsReader() {}

    /**
     * Reads Poolfit's CSV, k6's CSV, JSON points or summary, JMeter's JTL as CSV or XML, its reports, nGrinder's {@code output.csv},
     * Locust's, Gatling's, vegeta's, wrk's, hey's and ApacheBench's figures.
     *
     * @throws dev.poolfit.experiment.InvalidExperiment with all that is wrong with the file
     */
    public static Results read(Path file) {
        var complaints = new Complaints(file.toString());
        if (!Files.exists(file)) {
            throw complaints.with("does not exist; check the path");
        }
        if (Files.isDirectory(file)) {
            throw complaints.with("must be a file of results, but is a directory; name a file in it");
        }
        try (InputStream bytes = Files.newInputStream(file)) {
            return read(bytes, complaints);
        } catch (CharacterCodingException binary) {
            throw notText(complaints);
        } catch (UncheckedIOException wrapped) {
            if (wrapped.getCause() instanceof CharacterCodingException) {
                throw notText(complaints);
            }
            throw complaints.with("cannot be read (" + wrapped.getMessage() + "); check the path");
        } catch (AccessDeniedException forbidden) {
            throw complaints.with("may not be read by this user; change its permissions");
        } catch (IOException unreadable) {
            throw complaints.with("cannot be read (" + unreadable.getMessage() + "); check the path");
        }
    }

    private static RuntimeException notText(Complaints complaints) {
        return complaints.with("must be text in UTF-8, but is not; unpack it if it is packed, or save it as UTF-8");
    }

    /** Reads a stream once, and does not close it. */
    static Results read(InputStream stream, Complaints complaints) throws IOException {
        var bytes = new BufferedInputStream(stream, HEAD);
        String head = head(bytes);
        if (head.isBlank()) {
            throw complaints.with("must have a heading and rows, but is empty");
        }
        OtherTool.refuse(head, complaints);
        if (head.chars().anyMatch(c -> c < ' ' && "\t\n\r\u001B".indexOf(c) < 0)) {
            throw notText(complaints);
        }
        return switch (head.strip().charAt(0)) {
            case '{', '[' -> isPoints(head) ? K6JsonPoints.read(bytes, complaints) : JsonReport.read(bytes, complaints);
            case '<' -> JmeterXml.read(bytes, complaints);
            default -> text(head, Text.of(bytes), complaints);
        };
    }

    private static Results text(String head, Text text, Complaints complaints) throws IOException {
        if (GatlingLog.knows(head)) {
            return GatlingLog.read(text, complaints);
        }
        return TextReport.knows(head) ? TextReport.read(text, complaints) : table(head, text, complaints);
    }

    /** Returns whether the first line is an object of its own, as in a stream of points, unlike a summary. */
    private static boolean isPoints(String head) {
        String first = head.strip().lines().findFirst().orElse("");
        return first.contains("\"type\":\"Metric\"") || first.contains("\"type\":\"Point\"");
    }

    /** Returns the beginning of the text, which stays to be read, but without a byte order mark. */
    private static String head(BufferedInputStream bytes) throws IOException {
        bytes.mark(HEAD);
        byte[] beginning = bytes.readNBytes(HEAD);
        boolean marked = beginning.length >= MARK.length && Arrays.equals(MARK, Arrays.copyOf(beginning, MARK.length));
        bytes.reset();
        bytes.skipNBytes(marked ? MARK.length : 0);
        int from = marked ? MARK.length : 0;
        return new String(beginning, from, beginning.length - from, StandardCharsets.UTF_8);
    }

    private static Results table(String head, Text text, Complaints complaints) {
        String heading =
                head.lines().filter(line -> !line.isBlank()).findFirst().orElse("");
        if (heading.length() >= HEAD - 1) {
            throw complaints.with("must have lines of fewer than " + HEAD + " characters, but its first one is longer;"
                    + " is it a file of results?");
        }
        Table table = Table.of(text, separator(heading), complaints);
        if (Domain.numeral(table.heading().get(0))) {
            throw unknown(
                    heading,
                    "JMeter writes one with jmeter.save.saveservice.print_field_names=true; add a line with the names"
                            + " of the columns",
                    complaints);
        }
        for (Kind kind : Kind.values()) {
            if (kind.knows.test(table)) {
                table.requireDistinct();
                return kind.reader.apply(table, complaints);
            }
        }
        throw unknown(
                heading,
                "use any of " + String.join(",", PoolfitTable.COLUMNS) + ", or a file of k6, JMeter, nGrinder, Locust,"
                        + " Gatling, vegeta, wrk, hey or ab as it is",
                complaints);
    }

    private static RuntimeException unknown(String heading, String advice, Complaints complaints) {
        return complaints.with(
                1, "the heading", "must name known columns, but is " + Complaints.quoted(heading) + "; " + advice);
    }

    /** Returns comma, semicolon or tab, whichever the heading has most of. */
    private static char separator(String heading) {
        return List.of(',', ';', '\t').stream()
                .max(Comparator.comparingLong(
                        each -> heading.chars().filter(c -> c == each).count()))
                .orElseThrow();
    }
}
