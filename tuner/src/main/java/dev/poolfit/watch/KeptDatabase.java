package dev.poolfit.watch;

import dev.poolfit.database.DatabaseReport;
import dev.poolfit.journal.MessageCodec;
import dev.poolfit.units.OneLine;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Keeps what a database told of itself in a file, field by field. */
final class KeptDatabase {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String NOTES = "notes";

    private KeptDatabase() {}

    /** Writes a JSON object. */
    static String text(DatabaseReport report) {
        ObjectNode json = JSON.valueToTree(report.with(List.of()));
        ArrayNode notes = json.putArray(NOTES);
        report.notes().forEach(each -> notes.add(MessageCodec.write(each)));
        return JSON.writeValueAsString(json);
    }

    /**
     * Reads what {@link #text} wrote.
     *
     * @throws IllegalArgumentException if it is something else
     */
    static DatabaseReport read(String text) {
        try {
            ObjectNode json = JSON.readValue(text, ObjectNode.class);
            var notes =
                    json.withArray(NOTES).valueStream().map(MessageCodec::read).toList();
            json.putArray(NOTES);
            return JSON.treeToValue(json, DatabaseReport.class).with(notes);
        } catch (JacksonException malformed) {
            throw new IllegalArgumentException(
                    "the database's report is not what was written: " + OneLine.of(malformed.getOriginalMessage()),
                    malformed);
        }
    }
}
