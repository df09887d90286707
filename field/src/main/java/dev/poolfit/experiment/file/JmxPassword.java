package dev.poolfit.experiment.file;

import dev.poolfit.experiment.Secret;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * Reads the password of the JMX user, as the experiment file in a run's folder can still tell it: it holds no secret,
 * but {@code service.attach.password: ${NAME}} as it was.
 *
 * @param value the password; empty if a variable is not set any more, or the file does not name one
 * @param variables the environment variables that it is taken from
 */
public record JmxPassword(Optional<Secret> value, List<String> variables) {
    private static final JmxPassword UNKNOWN = new JmxPassword(Optional.empty(), List.of());

    public JmxPassword {
        variables = List.copyOf(variables);
    }

    /** @param experiment the text of the file */
    public static JmxPassword of(String experiment, Map<String, String> environment) {
        try {
            return new Compose(LoadSettings.builder().build())
                    .composeString(experiment)
                    .flatMap(root -> child(root, "service"))
                    .flatMap(service -> child(service, "attach"))
                    .flatMap(attach -> child(attach, "password"))
                    .map(password -> password instanceof ScalarNode scalar ? expanded(scalar, environment) : UNKNOWN)
                    .orElse(UNKNOWN);
        } catch (YamlEngineException damaged) {
            return UNKNOWN;
        }
    }

    private static JmxPassword expanded(ScalarNode password, Map<String, String> environment) {
        String text = password.getValue();
        List<String> variables = Source.REFERENCE
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toList());
        if (variables.isEmpty()) {
            return UNKNOWN;
        }
        var source = new Source(name -> Optional.ofNullable(environment.get(name)), true);
        return new JmxPassword(
                source.expanded(text, 0, "service.attach.password").map(Secret::new), variables);
    }

    private static Optional<Node> child(Node node, String key) {
        if (!(node instanceof MappingNode mapping)) {
            return Optional.empty();
        }
        return mapping.getValue().stream()
                .filter(tuple -> tuple.getKeyNode() instanceof ScalarNode name
                        && name.getValue().equals(key))
                .map(tuple -> tuple.getValueNode())
                .findFirst();
    }
}
