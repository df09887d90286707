package dev.poolfit.journal;

import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes a sentence into a file: its key and arguments, so that a report says it in any language. */
public final class MessageCodec {
    private MessageCodec() {}

    /** Writes it as an object. */
    public static ObjectNode write(Message sentence) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("key", sentence.key());
        json.set("arguments", arguments(sentence.arguments()));
        return json;
    }

    /** What the words of a sentence have places for. */
    static ArrayNode arguments(List<Object> given) {
        ArrayNode arguments = JsonNodeFactory.instance.arrayNode();
        for (Object each : given) {
            if (each instanceof Message part) {
                arguments.add(write(part));
            } else if (each instanceof Quantity quantity) {
                arguments.add(quantity(quantity));
            } else if (each instanceof Number number) {
                arguments.add(number.longValue());
            } else {
                arguments.add(each.toString());
            }
        }
        return arguments;
    }

    /** Reads what {@link #arguments(List)} wrote. */
    static List<Object> arguments(Collection<JsonNode> written) {
        return written.stream().map(MessageCodec::argument).toList();
    }

    /**
     * Reads what {@link #write} wrote; a text stands for itself, as in folders of earlier versions.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static Message read(JsonNode json) {
        if (json.isString()) {
            return Message.verbatim(json.stringValue());
        }
        if (!json.path("key").isString() || !json.path("arguments").isArray()) {
            throw new IllegalArgumentException(
                    "a sentence must be a text, or have a key and a list of arguments, but is "
                            + JsonFields.shown(json));
        }
        return new Message(
                json.path("key").stringValue(), arguments(json.path("arguments").values()));
    }

    private static Object argument(JsonNode json) {
        if (json.isIntegralNumber() && json.canConvertToLong()) {
            return json.longValue();
        }
        if (json.path("quantity").isString()) {
            if (!json.path("value").isNumber()) {
                throw new IllegalArgumentException("a quantity must have a value, but is " + JsonFields.shown(json));
            }
            return new Quantity(
                    Quantity.Kind.valueOf(json.path("quantity").stringValue()),
                    json.path("value").asDouble(),
                    json.has("low")
                            ? Optional.of(new Quantity.Bounds(
                                    json.path("low").asDouble(),
                                    json.path("high").asDouble()))
                            : Optional.empty());
        }
        return json.isString() ? json.stringValue() : read(json);
    }

    private static ObjectNode quantity(Quantity quantity) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("quantity", quantity.kind().name());
        json.put("value", quantity.value());
        quantity.interval().ifPresent(bounds -> {
            json.put("low", bounds.low());
            json.put("high", bounds.high());
        });
        return json;
    }
}
