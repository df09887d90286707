package dev.poolfit.service;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * How to reach a service again and what it had, so that even a killed run can be undone; holds no password.
 *
 * @param pid the process, or 0 where it is reached by JMX alone
 * @param started when that process started, to tell it from a later one with the same id
 * @param jmx the JMX address, where it was given
 * @param user the JMX user, where one was given
 * @param pool the name of the HikariCP pool
 * @param tomcat the name of the Tomcat connector's MBean, where there is one
 * @param settings the settings found
 */
public record ServiceFootprint(
        long pid,
        Optional<Instant> started,
        Optional<String> jmx,
        Optional<String> user,
        String pool,
        Optional<String> tomcat,
        Settings settings) {
    private static final JsonMapper JSON = new JsonMapper();

    /** This as a JSON object on one line. */
    public String json() {
        var object = new LinkedHashMap<String, Object>();
        object.put("pid", pid);
        started.ifPresent(at -> object.put("started", at.toString()));
        jmx.ifPresent(url -> object.put("jmx", url));
        user.ifPresent(name -> object.put("user", name));
        object.put("pool", pool);
        tomcat.ifPresent(bean -> object.put("tomcat", bean));
        var values = new LinkedHashMap<String, Long>();
        settings.values().forEach((knob, value) -> values.put(knob.key(), value));
        object.put("settings", values);
        return JSON.writeValueAsString(object);
    }

    /**
     * Reads what {@link #json} wrote.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static ServiceFootprint ofJson(String json) {
        try {
            var object = JSON.readTree(json);
            Settings settings = Settings.NONE;
            for (var entry : object.path("settings").properties()) {
                Knob knob = Knob.of(entry.getKey())
                        .orElseThrow(() -> new IllegalArgumentException("unknown knob " + entry.getKey()));
                settings = settings.with(knob, entry.getValue().longValue());
            }
            return new ServiceFootprint(
                    object.path("pid").longValue(),
                    object.path("started").stringValueOpt().map(Instant::parse),
                    object.path("jmx").stringValueOpt(),
                    object.path("user").stringValueOpt(),
                    object.path("pool").stringValue(),
                    object.path("tomcat").stringValueOpt(),
                    settings);
        } catch (JacksonException malformed) {
            throw new IllegalArgumentException("not what Poolfit notes about a service: " + json, malformed);
        }
    }

    /** What a run changes, at most: the live knobs. */
    Settings live() {
        return settings.restrictedTo(
                Arrays.stream(Knob.values()).filter(Knob::live).collect(Collectors.toSet()));
    }
}
