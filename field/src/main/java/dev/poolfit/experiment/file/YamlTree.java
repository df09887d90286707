package dev.poolfit.experiment.file;

import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads YAML as a tree of nodes; refuses what is deeper or has more values than anybody writes by hand. */
public final class YamlTree {
    static final int DEEPEST = 32;
    static final int MOST_VALUES = 20_000;

    /** Measures a value with what is below it; aliases count as what they stand for. */
    private static final class Extent {
        private final Optional<Anchor> anchor;
        private int depth;
        private long values = 1;

        Extent(Optional<Anchor> anchor, int depth) {
            this.anchor = anchor;
            this.depth = depth;
        }

        void add(Extent part) {
            depth = Math.max(depth, part.depth + 1);
            values += part.values;
        }
    }

    private final Map<Anchor, Extent> anchored = new HashMap<>();
    private final Deque<Extent> open = new ArrayDeque<>();

    private YamlTree() {
        open.push(new Extent(Optional.empty(), 0));
    }

    /**
     * @throws InvalidExperiment if the text is no YAML, empty, or beyond the bounds
     */
    static Node parse(String text) {
        try {
            requireBounded(text);
            return new Compose(settings(text)).composeString(text).orElseThrow(() -> invalid(0, "is empty"));
        } catch (MarkedYamlEngineException malformed) {
            throw invalid(line(malformed.getProblemMark()), "is not YAML: " + malformed.getProblem());
        } catch (YamlEngineException malformed) {
            throw invalid(0, "is not YAML: " + malformed.getMessage());
        }
    }

    /**
     * Refuses text that no hand writes, before anything goes down into it.
     *
     * @throws InvalidExperiment if it has control characters, or is nested too deep, or stands for too many values
     * @throws YamlEngineException if it is no YAML
     */
    public static void requireBounded(String text) {
        requirePrintable(text);
        var tree = new YamlTree();
        new Parse(settings(text)).parseString(text).forEach(tree::measure);
    }

    /** Returns settings that read in one piece: the library fails where a character beyond U+FFFF lies across two. */
    public static LoadSettings settings(String text) {
        return LoadSettings.builder().setBufferSize(text.length() + 2).build();
    }

    private static void requirePrintable(String text) {
        int line = 1;
        for (int c : text.codePoints().toArray()) {
            line += c == '\n' ? 1 : 0;
            boolean control =
                    Character.getType(c) == Character.CONTROL && c != '\t' && c != '\n' && c != '\r' && c != 0x85;
            if (control || Character.getType(c) == Character.SURROGATE || c == 0xFFFE || c == 0xFFFF) {
                throw invalid(line, "must be text, but has the character " + name(c) + "; remove it");
            }
        }
    }

    static String name(int codePoint) {
        return String.format(Locale.ROOT, "U+%04X", codePoint);
    }

    private void measure(Event event) {
        switch (event.getEventId()) {
            case MappingStart, SequenceStart -> {
                open.push(new Extent(((NodeEvent) event).getAnchor(), 1));
                require(open.size() - 1, 0, event);
            }
            case MappingEnd, SequenceEnd -> close(open.pop(), event);
            case Scalar -> close(new Extent(((NodeEvent) event).getAnchor(), 0), event);
            case Alias -> {
                Anchor name = ((AliasEvent) event).getAlias();
                Extent meant = anchored.get(name);
                if (meant == null) {
                    throw invalid(line(event.getStartMark()), "must have *" + name + " only after the end of &" + name);
                }
                require(open.size() - 1 + meant.depth, meant.values, event);
                open.element().add(meant);
            }
            default -> {
                // Documents and comments are no values.
            }
        }
    }

    private void close(Extent extent, Event event) {
        extent.anchor.ifPresent(name -> anchored.put(name, extent));
        open.element().add(extent);
        require(0, 0, event);
    }

    private void require(int depth, long more, Event event) {
        if (depth > DEEPEST) {
            throw invalid(
                    line(event.getStartMark()), "must be nested at most " + DEEPEST + " deep, but is deeper here");
        }
        if (open.element().values + more > MOST_VALUES) {
            throw invalid(
                    line(event.getStartMark()),
                    "must have at most " + MOST_VALUES + " keys and values, but has more"
                            + (more > 0 ? ", counting what aliases such as this one stand for" : ""));
        }
    }

    private static int line(Optional<Mark> mark) {
        return mark.map(each -> each.getLine() + 1).orElse(0);
    }

    private static InvalidExperiment invalid(int line, String message) {
        return new InvalidExperiment(List.of(new Problem(line, "the file", message)));
    }
}
