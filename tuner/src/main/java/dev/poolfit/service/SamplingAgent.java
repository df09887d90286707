package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.management.ObjectName;

/** Poolfit's agent within the service's JVM, which samples each 20 ms. */
final class SamplingAgent {
    private static final ObjectName BEAN = HikariPool.objectName("dev.poolfit:type=Sampler");

    private final JmxLink link;
    private final long pid;
    private final String arguments;

    SamplingAgent(JmxLink link, long pid, HikariPool pool, Optional<TomcatThreads> tomcat) {
        this.link = link;
        this.pid = pid;
        this.arguments = "pool=" + encoded(pool.name())
                + tomcat.map(threads -> "&tomcat=" + encoded(threads.bean().toString()))
                        .orElse("");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /**
     * Starts sampling, or starts over.
     *
     * @throws IOException if the JVM does not take the agent
     */
    void start() throws IOException {
        try (LocalJvm machine = LocalJvm.attach(pid)) {
            machine.load(arguments);
        }
    }

    /** What was seen since the previous call; its keys are those of the agent's own interface. */
    Map<String, Double> take() {
        try {
            return answer();
        } catch (EnvironmentFailure stopped) {
            // The agent stops by itself when nobody has read it for a minute.
            try {
                start();
            } catch (IOException | EnvironmentFailure refused) {
                throw stopped;
            }
            return answer();
        }
    }

    private Map<String, Double> answer() {
        var values = new HashMap<String, Double>();
        if (link.invoke(BEAN, "take").orElse(Map.of()) instanceof Map<?, ?> answer) {
            answer.forEach((key, value) -> {
                if (key instanceof String name && value instanceof Double number) {
                    values.put(name, number);
                }
            });
        }
        return values;
    }

    void stop() {
        stop(link);
    }

    /** Stops the agent in the JVM behind the link, if there is one. */
    static void stop(JmxLink link) {
        try {
            link.invoke(BEAN, "stop");
        } catch (EnvironmentFailure gone) {
            // It never ran, has stopped by itself, or ended with its JVM.
        }
    }
}
