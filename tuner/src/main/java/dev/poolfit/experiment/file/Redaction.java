package dev.poolfit.experiment.file;

import java.util.TreeMap;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Takes the secrets out of an experiment file's text; references to the environment stay, for they hold none. */
final class Redaction {
    private static final Pattern SECRET_KEY = Pattern.compile(
            "(?i).*(?:password|passwd|secret|token|credential|api[-_]?key).*|(?:proxy-)?authorization|cookie");
    private static final Pattern WITHIN_TEXT = Pattern.compile(
            "(?i)([\\w.-]*(?:password|passwd|secret|token|api-?key)[\\w.-]*=)(?!\\$\\{?\\w)[^\\s&;\"']+");
    private static final Pattern WITHIN_JSON = Pattern.compile(
            "(?i)(\"[\\w.-]*(?:password|passwd|secret|token|api-?key)[\\w.-]*\\\\?\"\\s*:\\s*\\\\?\")(?!\\$?\\{)[^\"\\\\]+");
    private static final Pattern USER_INFO = Pattern.compile("(?<=://)[^\\s/@:]*:[^\\s/@]+(?=@)");
    private static final Pattern REFERENCE = Pattern.compile("(\\w+\\s+)?\\$\\{[^}:]+}");
    private static final String HIDDEN = "\"******\"";

    private Redaction() {}

    static String of(String text, Node root) {
        var secrets = new TreeMap<Integer, Integer>();
        collect(root, secrets);
        int[] codePoints = text.codePoints().toArray();
        var redacted = new StringBuilder();
        int from = 0;
        for (var secret : secrets.entrySet()) {
            redacted.append(new String(codePoints, from, secret.getKey() - from))
                    .append(HIDDEN);
            from = secret.getValue();
        }
        redacted.append(new String(codePoints, from, codePoints.length - from));
        String keyed = WITHIN_TEXT.matcher(redacted).replaceAll("$1******");
        keyed = WITHIN_JSON.matcher(keyed).replaceAll("$1******");
        return USER_INFO.matcher(keyed).replaceAll("******");
    }

    private static void collect(Node node, TreeMap<Integer, Integer> secrets) {
        if (node instanceof SequenceNode sequence) {
            sequence.getValue().forEach(each -> collect(each, secrets));
        }
        if (!(node instanceof MappingNode mapping)) {
            return;
        }
        for (var tuple : mapping.getValue()) {
            if (tuple.getKeyNode() instanceof ScalarNode key && key.getValue().equals("extract")) {
                continue; // It says where secrets will stand, and holds none.
            }
            if (tuple.getKeyNode() instanceof ScalarNode key
                    && tuple.getValueNode() instanceof ScalarNode value
                    && SECRET_KEY.matcher(key.getValue()).matches()) {
                if (!REFERENCE.matcher(value.getValue().strip()).matches()) {
                    secrets.put(
                            value.getStartMark().orElseThrow().getIndex(),
                            value.getEndMark().orElseThrow().getIndex());
                }
            } else {
                collect(tuple.getValueNode(), secrets);
            }
        }
    }
}
