package dev.poolfit.service;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.process.ProcessIdentity;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Writes a service's footprint as a JSON object on one line and reads it back. */
final class FootprintCodec {
    private static final JsonMapper JSON = new JsonMapper();

    private FootprintCodec() {}

    static String json(RestoreRecord footprint) {
        var object = new LinkedHashMap<String, Object>();
        footprint.address().process().ifPresent(process -> object.put("process", process.text()));
        footprint.address().jvm().ifPresent(jvm -> object.put("jvm", jvm));
        footprint.address().command().ifPresent(command -> object.put("command", command));
        footprint.jmx().ifPresent(url -> object.put("jmx", url));
        footprint.user().ifPresent(name -> object.put("user", name));
        put(footprint, object);
        return JSON.writeValueAsString(object);
    }

    /** Writes the changes without how to reach the service. */
    static String changes(RestoreRecord footprint) {
        var object = new LinkedHashMap<String, Object>();
        put(footprint, object);
        return JSON.writeValueAsString(object);
    }

    private static void put(RestoreRecord footprint, Map<String, Object> object) {
        object.put("pool", footprint.pool());
        footprint.connector().ifPresent(bean -> object.put("connector", bean));
        object.put("settings", values(footprint.settings()));
        object.put(
                "changes",
                footprint.changes().stream().map(FootprintCodec::values).toList());
    }

    /**
     * Reads {@link #changes}.
     *
     * @param address of the service that has them
     * @throws IllegalArgumentException if it is none
     */
    static RestoreRecord changes(String json, RestoreRecord.Address address) {
        try {
            return footprint(JSON.readTree(json), address);
        } catch (JacksonException malformed) {
            throw new IllegalArgumentException("not what Poolfit notes about a service: " + json, malformed);
        }
    }

    private static RestoreRecord footprint(JsonNode object, RestoreRecord.Address address) {
        return new RestoreRecord(
                address,
                object.required("pool").stringValue(),
                object.path("connector").stringValueOpt(),
                settings(object.required("settings")),
                object.required("changes")
                        .valueStream()
                        .map(FootprintCodec::settings)
                        .toList());
    }

    private static Map<String, Long> values(Settings settings) {
        var values = new LinkedHashMap<String, Long>();
        settings.values().forEach((knob, value) -> values.put(knob.key(), value));
        return values;
    }

    static RestoreRecord footprint(String json) {
        try {
            JsonNode object = JSON.readTree(json);
            Optional<String> process = object.path("process").stringValueOpt();
            var address = new RestoreRecord.Address(
                    process.map(text -> ProcessIdentity.parse(text)
                            .orElseThrow(() -> new IllegalArgumentException("no process: " + text))),
                    object.path("jvm").stringValueOpt(),
                    object.path("command").stringValueOpt(),
                    object.path("jmx").stringValueOpt(),
                    object.path("user").stringValueOpt());
            if (address.process().isEmpty()
                    && address.jmx().isEmpty()
                    && address.command().isEmpty()) {
                throw new IllegalArgumentException("no process, command or JMX address");
            }
            return footprint(object, address);
        } catch (JacksonException malformed) {
            throw new IllegalArgumentException("not what Poolfit notes about a service: " + json, malformed);
        }
    }

    private static Settings settings(JsonNode object) {
        Settings settings = Settings.NONE;
        for (var entry : object.properties()) {
            Knob knob = Knob.of(entry.getKey())
                    .orElseThrow(() -> new IllegalArgumentException("unknown knob " + entry.getKey()));
            settings = settings.with(Settings.ofNumber(knob, entry.getValue().longValue()));
        }
        return settings;
    }
}
