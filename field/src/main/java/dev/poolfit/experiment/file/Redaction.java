package dev.poolfit.experiment.file;

import dev.poolfit.experiment.SecretNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.StreamDataWriter;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Writes an experiment file as it may be kept and shown: references to the environment stand as they are, secrets are
 * hidden, comments are left out, since they may say anything, and aliases are written out. It is written anew from what
 * the YAML means, so it is YAML whatever was hidden.
 */
final class Redaction {
    /** The mappings whose keys people choose. */
    private static final Set<String> FREE = Set.of("env", "headers", "properties", "json");

    /** The mappings of these in which braces hold names that are looked up. */
    private static final Set<String> REQUESTED = Set.of("headers");

    private static final DumpSettings LAYOUT = DumpSettings.builder()
            .setWidth(Integer.MAX_VALUE)
            .setSplitLines(false)
            .build();

    private final Map<String, String> hidden = new HashMap<>();

    String of(Node root) {
        var text = new StringBuilder();
        new Dump(LAYOUT).dumpNode(redacted("", "", root), new StreamDataWriter() {
            @Override
            public void write(String part) {
                text.append(part);
            }

            @Override
            public void write(String part, int from, int length) {
                text.append(part, from, from + length);
            }
        });
        return text.toString();
    }

    /** Returns what was hidden so far, each with what was written in its place. */
    Map<String, String> hidden() {
        return hidden;
    }

    private Node redacted(String section, String key, Node node) {
        if (node instanceof MappingNode mapping) {
            List<NodeTuple> tuples = new ArrayList<>();
            for (NodeTuple each : mapping.getValue()) {
                String name = each.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "";
                tuples.add(new NodeTuple(each.getKeyNode(), redacted(key, name, each.getValueNode())));
            }
            return new MappingNode(mapping.getTag(), tuples, mapping.getFlowStyle());
        }
        if (node instanceof SequenceNode sequence) {
            List<Node> items = new ArrayList<>();
            sequence.getValue().forEach(each -> items.add(redacted(section, key, each)));
            return new SequenceNode(sequence.getTag(), items, sequence.getFlowStyle());
        }
        if (!(node instanceof ScalarNode scalar)) {
            return node;
        }
        String shown = shown(section, key, scalar.getValue(), hidden);
        return shown.equals(scalar.getValue())
                ? new ScalarNode(scalar.getTag(), shown, scalar.getScalarStyle())
                : new ScalarNode(Tag.STR, shown, ScalarStyle.DOUBLE_QUOTED);
    }

    /**
     * Returns the value of one key as it may be shown.
     *
     * @param section the name of the mapping that holds the key
     */
    static String shown(String section, String key, String value) {
        return shown(section, key, value, new HashMap<>());
    }

    private static String shown(String section, String key, String value, Map<String, String> hidden) {
        if (FREE.contains(section) ? SecretNames.matches(key) : key.equals("password")) {
            return SecretText.hidden(value, REQUESTED.contains(section), hidden);
        }
        return SecretText.shown(value, hidden);
    }
}
