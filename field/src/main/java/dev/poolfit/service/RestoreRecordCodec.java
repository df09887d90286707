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

/** Writes a {@link RestoreRecord} as a JSON object on one line and reads it back. */
final class RestoreRecordCodec {
    private static final JsonMapper JSON = new JsonMapper();

    private RestoreRecordCodec() {}

    static String json(RestoreRecord restoreRecord) {
        var object = new LinkedHashMap<String, Object>();
        restoreRecord.address().process().ifPresent(process -> object.put("process", process.text()));
        restoreRecord.address().jvm().ifPresent(jvm -> object.put("jvm", jvm));
        restoreRecord.address().command().ifPresent(command -> object.put("command", command));
        restoreRecord.jmx().ifPresent(url -> object.put("jmx", url));
        restoreRecord.user().ifPresent(name -> object.put("user", name));
        put(restoreRecord, object);
        return JSON.writeValueAsString(object);
    }

    /** Writes the changes without how to reach the service. */
    static String changes(RestoreRecord restoreRecord) {
        var object = new LinkedHashMap<String, Object>();
        put(restoreRecord, object);
        return JSON.writeValueAsString(object);
    }

    private static void put(RestoreRecord restoreRecord, Map<String, Object> object) {
        object.put("pool", restoreRecord.pool());
        restoreRecord.connector().ifPresent(bean -> object.put("connector", bean));
        object.put("settings", values(restoreRecord.settings()));
        object.put(
                "changes",
                restoreRecord.changes().stream().map(RestoreRecordCodec::values).toList());
    }

    /**
     * Reads {@link #changes}.
     *
     * @param address of the service that has them
     * @throws IllegalArgumentException if it is none
     */
    static RestoreRecord changes(String json, RestoreRecord.Address address) {
        try {
            return restoreRecord(JSON.readTree(json), address);
        } catch (JacksonException malformed) {
            throw new IllegalArgumentException("not what Poolfit notes about a service: " + json, malformed);
        }
    }

    private static RestoreRecord restoreRecord(JsonNode object, RestoreRecord.Address address) {
        return new RestoreRecord(
                address,
                object.required("pool").stringValue(),
                object.path("connector").stringValueOpt(),
                settings(object.required("settings")),
                object.required("changes")
                        .valueStream()
                        .map(RestoreRecordCodec::settings)
                        .toList());
    }

    private static Map<String, Long> values(Settings settings) {
        var values = new LinkedHashMap<String, Long>();
        settings.values().forEach((knob, value) -> values.put(knob.key(), value));
        return values;
    }

    static RestoreRecord restoreRecord(String json) {
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
            return restoreRecord(object, address);
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
