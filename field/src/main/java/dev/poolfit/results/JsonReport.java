package dev.poolfit.results;

import java.io.InputStream;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads a load tool's figures of a whole test as one JSON object. */
enum JsonReport {
    K6(root -> root.path("metrics").isObject() || K6Metrics.knows(root), K6Summary::read),
    VEGETA(root -> root.path("latencies").isObject(), VegetaReport::read),
    JMETER(root -> root.path("Total").has("sampleCount"), JmeterStatistics::read);

    private static final long LONGEST = 4L << 20;
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxDocumentLength(LONGEST)
                            .build())
                    .build())
            .build();

    private final Predicate<JsonNode> knows;
    private final BiFunction<JsonNode, Complaints, Results> reader;

    JsonReport(Predicate<JsonNode> knows, BiFunction<JsonNode, Complaints, Results> reader) {
        this.knows = knows;
        this.reader = reader;
    }

    /**
     * @throws dev.poolfit.experiment.InvalidExperiment with all that is wrong with it
     */
    static Results read(InputStream text, Complaints complaints) {
        JsonNode root;
        try {
            root = MAPPER.readTree(text);
        } catch (JacksonException malformed) {
            var place = malformed.getLocation();
            throw complaints.with(
                    place == null ? 0 : place.getLineNr(),
                    place == null ? "the file" : "character " + place.getColumnNr(),
                    "is not JSON: " + plain(malformed.getOriginalMessage())
                            + "; if the file was cut off, write it again");
        }
        for (JsonReport each : values()) {
            if (each.knows.test(root)) {
                return each.reader.apply(root, complaints);
            }
        }
        throw complaints.with(
                "must be k6's summary (with an object \"metrics\", by --summary-export=FILE or handleSummary),"
                        + " vegeta's report as JSON or JMeter's statistics.json, but is none of them");
    }

    /** Returns the message without the parser's remarks on where it was. */
    private static String plain(String message) {
        return message.replaceAll("(?s) *[(\\[](start marker|Source).*", "");
    }
}
