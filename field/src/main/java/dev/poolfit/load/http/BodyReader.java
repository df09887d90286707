package dev.poolfit.load.http;

import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.ResponseCheck;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks the bodies of one kind of response and takes values out of them. */
final class BodyReader {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int LONGEST_VALUE = 1 << 14;

    private record Wanted(JsonPointer pointer, ResponseCheck.JsonValue check) {}

    private final List<ResponseCheck.Contains> texts = new ArrayList<>();
    private final List<Wanted> values = new ArrayList<>();
    private final Map<String, JsonPointer> extracts = new HashMap<>();

    BodyReader(Load.Request request) {
        for (ResponseCheck check : request.checks()) {
            if (check instanceof ResponseCheck.Contains contains) {
                texts.add(contains);
            } else if (check instanceof ResponseCheck.JsonValue json) {
                values.add(new Wanted(JsonPointer.compile(json.pointer()), json));
            }
        }
        request.extracts().forEach((name, pointer) -> extracts.put(name, JsonPointer.compile(pointer)));
    }

    boolean reads() {
        return !texts.isEmpty() || parses();
    }

    private boolean parses() {
        return !values.isEmpty() || !extracts.isEmpty();
    }

    /** Reads a body of UTF-8, and gives the session its values; returns why the response is no good one, else null. */
    @Nullable
    String read(byte[] body, VirtualUser session) {
        if (!texts.isEmpty()) {
            String text = new String(body, StandardCharsets.UTF_8);
            for (ResponseCheck.Contains each : texts) {
                if (!text.contains(each.text())) {
                    return "check: no \"" + each.shown() + "\"";
                }
            }
        }
        return parses() ? readJson(body, session) : null;
    }

    private @Nullable String readJson(byte[] body, VirtualUser session) {
        JsonNode json;
        try {
            json = JSON.readTree(body);
        } catch (JacksonException malformed) {
            return "check: body is no JSON";
        }
        for (Wanted wanted : values) {
            if (!wanted.check.value().equals(text(json.at(wanted.pointer)))) {
                return "check: " + wanted.pointer + " is not " + wanted.check.shown();
            }
        }
        Map<String, String> given = new HashMap<>();
        for (var extract : extracts.entrySet()) {
            String value = text(json.at(extract.getValue()));
            if (value == null || value.length() > LONGEST_VALUE || value.chars().anyMatch(Character::isISOControl)) {
                return "extract: no plain value at " + extract.getValue();
            }
            given.put(extract.getKey(), value);
        }
        session.keep(given);
        return null;
    }

    /** Returns a text, number, truth value or null as it is written; null for anything else. */
    private static @Nullable String text(JsonNode node) {
        if (node.isNull()) {
            return "null";
        }
        return node.isValueNode() ? node.asString() : null;
    }
}
