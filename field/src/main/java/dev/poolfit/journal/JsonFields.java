package dev.poolfit.journal;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.Message;
import dev.poolfit.units.OneLine;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the fields of a JSON object in a run's file; tells a wrong field with its path and value. */
final class JsonFields {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int LONGEST_SHOWN = 40;

    private final JsonNode object;
    private final String path;

    private JsonFields(JsonNode object, String path) {
        this.object = object;
        this.path = path;
    }

    /** @throws IllegalArgumentException if the text is no JSON object, as are those of all other methods */
    static JsonFields parse(String text) {
        try {
            JsonNode object = JSON.readTree(text);
            if (!object.isObject()) {
                throw new IllegalArgumentException("it must be a JSON object, but is " + shown(object));
            }
            return new JsonFields(object, "");
        } catch (JacksonException malformed) {
            throw new IllegalArgumentException(
                    "it is no JSON: " + OneLine.of(malformed.getOriginalMessage()), malformed);
        }
    }

    JsonFields object(String name) {
        JsonNode value = object.path(name);
        require(value.isObject(), name, "an object");
        return new JsonFields(value, path + name + ".");
    }

    String text() {
        return object.toString();
    }

    List<String> names() {
        return List.copyOf(object.propertyNames());
    }

    boolean has(String name) {
        return object.has(name);
    }

    double number(String name) {
        JsonNode value = object.path(name);
        require(isFinite(value), name, "a finite number");
        return value.doubleValue();
    }

    /** Returns whether it is finite; a whole number of many digits has no double at all. */
    private static boolean isFinite(JsonNode value) {
        return value.isNumber() && Double.isFinite(value.doubleValueOpt().orElse(Double.NaN));
    }

    /** Returns an end of an interval, which may be infinite. */
    double bound(String name) {
        String text = object.path(name).stringValueOpt().orElse("");
        return text.equals("Infinity") || text.equals("-Infinity") ? Double.parseDouble(text) : number(name);
    }

    /** @param least the smallest value that makes sense */
    long whole(String name, long least) {
        JsonNode value = object.path(name);
        boolean whole = value.isIntegralNumber() && value.canConvertToLong();
        require(whole && value.longValue() >= least, name, "a whole number of at least " + least);
        return value.longValue();
    }

    int count(String name, int least) {
        long value = whole(name, least);
        require(value <= Integer.MAX_VALUE, name, "at most " + Integer.MAX_VALUE);
        return (int) value;
    }

    boolean flag(String name) {
        JsonNode value = object.path(name);
        require(value.isBoolean(), name, "true or false");
        return value.booleanValue();
    }

    String text(String name) {
        return object.path(name).stringValueOpt().orElseThrow(() -> wrong(name, "a text"));
    }

    Instant instant(String name) {
        try {
            return Instant.parse(text(name));
        } catch (DateTimeException malformed) {
            throw wrong(name, "a time such as 2026-01-02T03:04:05Z");
        }
    }

    /** A name as Poolfit gives it to its rules. */
    String key(String name) {
        String value = text(name);
        require(value.matches("[a-z0-9.-]+"), name, "a name of small letters, digits, dots and hyphens");
        return value;
    }

    List<JsonNode> list(String name) {
        JsonNode value = object.path(name);
        require(value.isArray(), name, "a list");
        return value.valueStream().toList();
    }

    List<JsonFields> objects(String name) {
        List<JsonNode> values = list(name);
        require(values.stream().allMatch(JsonNode::isObject), name, "a list of objects");
        return values.stream()
                .map(each -> new JsonFields(each, path + name + "."))
                .toList();
    }

    List<Double> numbers(String name) {
        List<JsonNode> values = list(name);
        require(values.stream().allMatch(JsonFields::isFinite), name, "a list of finite numbers");
        return values.stream().map(JsonNode::doubleValue).toList();
    }

    Message sentence(String name) {
        return MessageCodec.read(object.path(name));
    }

    Settings settings() {
        Settings settings = Settings.NONE;
        for (String name : names()) {
            settings = settings.with(Settings.ofNumber(known(Knob.of(name), name, "knob"), whole(name, 0)));
        }
        return settings;
    }

    <T> T known(Optional<T> meaning, String name, String kind) {
        return meaning.orElseThrow(() -> new IllegalArgumentException(path + name + " is no " + kind));
    }

    private void require(boolean right, String name, String wanted) {
        if (!right) {
            throw wrong(name, wanted);
        }
    }

    private IllegalArgumentException wrong(String name, String wanted) {
        return new IllegalArgumentException(
                path + name + " must be " + wanted + ", but is " + shown(object.path(name)));
    }

    /** Shows a damaged value in a message: on one line, and no longer than a line. */
    static String shown(JsonNode value) {
        String text = value.isMissingNode() ? "missing" : OneLine.of(value.toString());
        return text.length() > LONGEST_SHOWN ? text.substring(0, LONGEST_SHOWN) + "…" : text;
    }
}
