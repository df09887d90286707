package dev.poolfit.experiment;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A web server whose worker threads can be changed while it runs, with Spring Boot's properties for them. */
public enum WebServer {
    TOMCAT("Tomcat", Map.of()),
    JETTY("Jetty", Map.of(Knob.THREADS, "server.jetty.threads.max", Knob.MIN_SPARE, "server.jetty.threads.min")),
    UNDERTOW("Undertow", Map.of(Knob.THREADS, "server.undertow.threads.worker"));

    private final String title;
    private final Map<Knob, String> properties;

    WebServer(String title, Map<Knob, String> properties) {
        this.title = title;
        this.properties = properties;
    }

    /** Returns the server with this key in Poolfit's own files. */
    public static Optional<WebServer> of(String key) {
        return Arrays.stream(values())
                .filter(server -> server.key().equals(key))
                .findFirst();
    }

    /** Returns its name in files, such as {@code jetty}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns its name for people. */
    public String title() {
        return title;
    }

    /** Returns the Spring Boot property of a knob on this server. */
    public String property(Knob knob) {
        return properties.getOrDefault(knob, knob.property());
    }
}
