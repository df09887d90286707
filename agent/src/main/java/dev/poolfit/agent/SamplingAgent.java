package dev.poolfit.agent;

import java.lang.instrument.Instrumentation;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;

/** Entry point of the agent that samples the pool and the worker threads from within the service. */
public final class SamplingAgent {
    private SamplingAgent() {}

    /**
     * Starts sampling, or starts over; called by the JVM when the agent is attached.
     *
     * @param arguments {@code pool=NAME&tomcat=OBJECT_NAME&period=MILLISECONDS}, URL-encoded; tomcat may be left out
     */
    public static void agentmain(String arguments, Instrumentation instrumentation) throws JMException {
        Map<String, String> named = parse(arguments);
        String pool = named.getOrDefault("pool", "");
        String tomcat = named.getOrDefault("tomcat", "");
        PoolTimers timers = PoolTimers.find(instrumentation.getAllLoadedClasses(), pool);
        Sampler.start(
                new Gauges(pool, tomcat.isEmpty() ? null : new ObjectName(tomcat)),
                timers,
                new JvmTotals(),
                Long.parseLong(named.getOrDefault("period", "40")));
    }

    private static Map<String, String> parse(String arguments) {
        Map<String, String> named = new HashMap<>();
        for (String pair : arguments.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                named.put(
                        pair.substring(0, equals),
                        URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
            }
        }
        return named;
    }
}
