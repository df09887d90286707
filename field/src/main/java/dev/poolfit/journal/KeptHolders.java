package dev.poolfit.journal;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Keeps what a run saw of who holds the connections, so that a later report says it again.
 *
 * @param grave findings that a verdict tells, too, in their order
 * @param configuration findings about the settings that the service ran with
 * @param report all that was recorded, as a JSON object; empty in folders of earlier versions
 * @param database what the database told of itself, as a JSON object; empty where it was not asked, and in folders of earlier versions
 */
public record KeptHolders(
        List<Finding> grave, List<Finding> configuration, Optional<String> report, Optional<String> database) {
    private static final JsonMapper JSON = new JsonMapper();
    private static final KeptHolders NONE = new KeptHolders(List.of(), List.of(), Optional.empty(), Optional.empty());

    public KeptHolders {
        grave = List.copyOf(grave);
        configuration = List.copyOf(configuration);
    }

    /**
     * Writes it into the folder of the run.
     *
     * @throws EnvironmentFailure if the folder cannot be written
     */
    public void write(RunFolder folder) {
        ObjectNode object = JSON.createObjectNode();
        write(grave, object.putArray("findings"));
        write(configuration, object.putArray("configuration"));
        report.ifPresent(text -> object.set("report", JSON.readTree(text)));
        database.ifPresent(text -> object.set("database", JSON.readTree(text)));
        DurableFiles.replace(folder.holders(), JSON.writeValueAsString(object) + "\n");
    }

    private static void write(List<Finding> findings, ArrayNode into) {
        for (Finding each : findings) {
            ObjectNode finding = into.addObject();
            finding.put("rule", each.rule());
            finding.put("severity", each.severity().name());
            ObjectNode evidence = finding.putObject("evidence");
            new TreeMap<>(each.evidence()).forEach(evidence::put);
            finding.set("advice", MessageCodec.write(each.advice()));
        }
    }

    /**
     * Reads what {@link #write} wrote; nothing where there is none.
     *
     * @throws EnvironmentFailure if it is damaged
     */
    public static KeptHolders read(RunFolder folder) {
        if (!Files.exists(folder.holders())) {
            return NONE;
        }
        try {
            JsonFields kept = JsonFields.parse(DurableFiles.text(DurableFiles.bytes(folder.holders())));
            return new KeptHolders(
                    findings(kept, "findings"),
                    kept.has("configuration") ? findings(kept, "configuration") : List.of(),
                    text(kept, "report"),
                    text(kept, "database"));
        } catch (IllegalArgumentException damaged) {
            throw damaged(folder, damaged);
        }
    }

    /** Says that what a folder keeps cannot be read. */
    public static EnvironmentFailure damaged(RunFolder folder, IllegalArgumentException why) {
        return new EnvironmentFailure(
                folder.holders() + " is damaged: " + why.getMessage(), "remove the file; every trial is kept", why);
    }

    private static Optional<String> text(JsonFields kept, String name) {
        return kept.has(name) ? Optional.of(kept.object(name).text()) : Optional.empty();
    }

    private static List<Finding> findings(JsonFields kept, String name) {
        return kept.list(name).stream().map(KeptHolders::finding).toList();
    }

    private static Finding finding(JsonNode json) {
        var evidence = new HashMap<String, Double>();
        json.path("evidence")
                .properties()
                .forEach(each -> evidence.put(each.getKey(), each.getValue().asDouble()));
        return new Finding(
                json.path("rule").asString(),
                Severity.valueOf(json.path("severity").asString()),
                evidence,
                MessageCodec.read(json.path("advice")));
    }
}
