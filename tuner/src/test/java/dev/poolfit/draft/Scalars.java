package dev.poolfit.draft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.file.YamlTree;
import java.util.LinkedHashMap;
import java.util.Map;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** The scalars of a YAML text. */
final class Scalars {
    private Scalars() {}

    /** Each scalar with the keys that lead to it, as the reader of experiments takes it from YAML. */
    static Map<String, String> values(String text) {
        var values = new LinkedHashMap<String, String>();
        put(values, "", new Compose(YamlTree.settings(text)).composeString(text).orElseThrow());
        return values;
    }

    private static void put(Map<String, String> values, String path, Node node) {
        if (node instanceof MappingNode mapping) {
            mapping.getValue().forEach(each -> {
                String key = ((ScalarNode) each.getKeyNode()).getValue();
                put(values, path.isEmpty() ? key : path + "." + key, each.getValueNode());
            });
        } else if (node instanceof SequenceNode sequence) {
            for (int i = 0; i < sequence.getValue().size(); i++) {
                put(values, path + "." + i, sequence.getValue().get(i));
            }
        } else {
            assertThat(values.put(path, ((ScalarNode) node).getValue()))
                    .as(path)
                    .isNull();
        }
    }
}
