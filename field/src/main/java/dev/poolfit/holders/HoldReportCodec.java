package dev.poolfit.holders;

import dev.poolfit.units.OneLine;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Keeps a report in a file, field by field. */
public final class HoldReportCodec {
    private static final JsonMapper JSON = new JsonMapper();

    private HoldReportCodec() {}

    /** Writes a JSON object. */
    public static String text(HoldReport report) {
        return JSON.writeValueAsString(report);
    }

    /**
     * Reads what {@link #text} wrote.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static HoldReport read(String text) {
        try {
            return JSON.readValue(text, HoldReport.class);
        } catch (JacksonException malformed) {
            throw new IllegalArgumentException(
                    "the report is not what was written: " + OneLine.of(malformed.getOriginalMessage()), malformed);
        }
    }
}
