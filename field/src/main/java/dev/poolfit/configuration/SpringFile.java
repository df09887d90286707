package dev.poolfit.configuration;

import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import dev.poolfit.experiment.file.YamlTree;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Reads the documents of an {@code application.yml} or {@code application.properties}, without judging them. */
final class SpringFile {
    private static final long LARGEST = 1L << 20;
    private static final int MOST_DOCUMENTS = 1_000;
    /** Matches what Maven fills in when it builds. YAML takes it only between quotes. */
    private static final Pattern UNQUOTED = Pattern.compile(
            "(?m)^([ \\t]*(?:-[ \\t]+)*(?:[^#'\"\\s][^#'\"\\n:]*:[ \\t]+)?)(@[\\w.-]+@[^\\s#']*)[ \\t]*(#.*)?$");

    /** Matches a line of its own between two documents of properties. */
    private static final Pattern SEPARATOR = Pattern.compile("[#!]---[ \\t\\f]*");

    private SpringFile() {}

    /**
     * Reads its documents in their order.
     *
     * @throws InvalidExperiment if it cannot be read, is larger than 1 MiB, or is neither YAML nor properties
     */
    static List<SpringDocument> read(Path file) {
        String text = text(file);
        List<SpringDocument> documents =
                file.toString().endsWith(".properties") ? properties(file, text) : yaml(file, text);
        if (documents.size() > MOST_DOCUMENTS) {
            throw invalid(
                    0,
                    "\"" + file + "\" must have at most " + MOST_DOCUMENTS + " documents, but has " + documents.size());
        }
        return documents;
    }

    private static String text(Path file) {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw invalid(0, "\"" + file + "\" must be a file, but is none");
        }
        try {
            if (Files.size(file) > LARGEST) {
                throw invalid(0, "\"" + file + "\" must be at most 1 MiB, but is larger");
            }
            String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8).replace("\r\n", "\n");
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (IOException unreadable) {
            throw invalid(0, "\"" + file + "\" " + (Files.exists(file) ? "cannot be read" : "does not exist"));
        }
    }

    private static List<SpringDocument> properties(Path file, String text) {
        var documents = new ArrayList<SpringDocument>();
        for (String part : separated(text)) {
            var read = new Properties();
            try {
                read.load(new StringReader(part));
            } catch (IOException | IllegalArgumentException malformed) {
                throw invalid(0, "\"" + file + "\" is no properties file");
            }
            documents.add(SpringDocument.of(read.entrySet().stream()
                    .map(each -> new SpringProperty(
                            each.getKey().toString(), each.getValue().toString().strip()))
                    .toList()));
        }
        return documents;
    }

    /** Separates documents; a separator is none where a comment of its kind stands directly before or after it. */
    private static List<String> separated(String text) {
        List<String> lines = text.lines().toList();
        var parts = new ArrayList<String>();
        int from = 0;
        for (int i = 0; i < lines.size(); i++) {
            if (SEPARATOR.matcher(lines.get(i)).matches()
                    && !comments(lines, i - 1, lines.get(i))
                    && !comments(lines, i + 1, lines.get(i))) {
                parts.add(String.join("\n", lines.subList(from, i)));
                from = i + 1;
            }
        }
        parts.add(String.join("\n", lines.subList(from, lines.size())));
        return parts;
    }

    private static boolean comments(List<String> lines, int at, String separator) {
        return at >= 0 && at < lines.size() && lines.get(at).startsWith(separator.substring(0, 1));
    }

    /** Reads YAML, without repeating what the library says of a place, which may hold a secret of it. */
    private static List<SpringDocument> yaml(Path file, String text) {
        String quoted = UNQUOTED.matcher(text).replaceAll("$1'$2'");
        var documents = new ArrayList<SpringDocument>();
        try {
            YamlTree.requireBounded(quoted);
            for (Object document : new Load(YamlTree.settings(quoted)).loadAllFromString(quoted)) {
                documents.add(SpringDocument.of(new YamlProperties(document).all()));
            }
        } catch (MarkedYamlEngineException malformed) {
            int line =
                    malformed.getProblemMark().map(mark -> mark.getLine() + 1).orElse(0);
            throw invalid(line, "\"" + file + "\" is not YAML there");
        } catch (YamlEngineException malformed) {
            throw invalid(0, "\"" + file + "\" is not YAML");
        } catch (InvalidExperiment unbounded) {
            Problem first = unbounded.problems().get(0);
            throw invalid(first.line(), "\"" + file + "\": " + first.field() + " " + bound(first.message()));
        }
        return documents;
    }

    /** Returns a message without a name that the file has at that place. */
    private static String bound(String message) {
        return message.startsWith("must have *") ? "is not YAML there" : message;
    }

    private static InvalidExperiment invalid(int line, String what) {
        return new InvalidExperiment(List.of(new Problem(line, "--application", what)));
    }
}
