package dev.poolfit.journal;

import dev.poolfit.units.Message;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A sentence in a file: its key and arguments, so that a report says it in any language. */
final class MessageCodec {
    private MessageCodec() {}

    static ObjectNode write(Message sentence) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("key", sentence.key());
        var arguments = json.putArray("arguments");
        for (Object each : sentence.arguments()) {
            if (each instanceof Message part) {
                arguments.add(write(part));
            } else if (each instanceof Number number) {
                arguments.add(number.longValue());
            } else {
                arguments.add(each.toString());
            }
        }
        return json;
    }

    /** Reads what {@link #write} wrote; a text stands for itself, as in folders of earlier versions. */
    static Message read(JsonNode json) {
        return json.isObject()
                ? new Message(
                        json.required("key").asString(),
                        json.required("arguments")
                                .valueStream()
                                .map(MessageCodec::argument)
                                .toList())
                : Message.verbatim(json.asString());
    }

    private static Object argument(JsonNode json) {
        if (json.isObject()) {
            return read(json);
        }
        return json.isNumber() ? (Object) json.asLong() : json.asString();
    }
}
