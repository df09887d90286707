package dev.poolfit.journal;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.verdict.Finding;
import dev.poolfit.verdict.Finding.Severity;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What a run saw of its service beside its trials, so that a later report says it again. */
public final class KeptFindings {
    private static final JsonMapper JSON = new JsonMapper();

    private KeptFindings() {}

    /** @throws EnvironmentFailure if the folder cannot be written */
    public static void write(RunFolder folder, List<Finding> findings) {
        ObjectNode object = JSON.createObjectNode();
        var kept = object.putArray("findings");
        for (Finding each : findings) {
            ObjectNode finding = kept.addObject();
            finding.put("rule", each.rule());
            finding.put("severity", each.severity().name());
            ObjectNode evidence = finding.putObject("evidence");
            new TreeMap<>(each.evidence()).forEach(evidence::put);
            finding.set("advice", MessageCodec.write(each.advice()));
        }
        DurableFiles.replace(folder.holders(), JSON.writeValueAsString(object) + "\n");
    }

    /**
     * Reads what {@link #write} wrote; nothing where there is none.
     *
     * @throws EnvironmentFailure if it is damaged
     */
    public static List<Finding> read(RunFolder folder) {
        if (!Files.exists(folder.holders())) {
            return List.of();
        }
        try {
            JsonFields kept = JsonFields.parse(DurableFiles.text(DurableFiles.bytes(folder.holders())));
            return kept.list("findings").stream().map(KeptFindings::finding).toList();
        } catch (IllegalArgumentException damaged) {
            throw new EnvironmentFailure(
                    folder.holders() + " is damaged: " + damaged.getMessage(),
                    "remove the file; every trial is kept",
                    damaged);
        }
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
