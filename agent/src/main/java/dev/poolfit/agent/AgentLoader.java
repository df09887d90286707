package dev.poolfit.agent;

import java.io.File;
import java.lang.instrument.Instrumentation;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Entry point of the agent. A JVM takes the classes of the first agent's file for all later ones of the same names, so this
 * one only hands over to a class loader for each file: a service that an older Poolfit has tuned runs the newer's agent.
 */
public final class AgentLoader {
    /** Holds loaders weakly: once the agent has stopped, the JVM may unload its classes. */
    private static final Map<String, WeakReference<ClassLoader>> LOADERS = new HashMap<>();

    private AgentLoader() {}

    /**
     * Starts the agent; called by the JVM when it is attached.
     *
     * @param arguments {@code jar=FILE&…}, URL-encoded: the agent's file, then the arguments of
     *     {@link SamplingAgent#start}
     * @throws Exception if the file cannot be read, or as {@link SamplingAgent#start} says
     */
    public static synchronized void agentmain(String arguments, Instrumentation instrumentation) throws Exception {
        Map<String, String> named = parse(arguments);
        WeakReference<ClassLoader> known = LOADERS.get(named.get("jar"));
        ClassLoader loader = known == null ? null : known.get();
        if (loader == null) {
            URL jar = new File(named.get("jar")).toURI().toURL();
            loader = new URLClassLoader(new URL[] {jar}, ClassLoader.getPlatformClassLoader());
            LOADERS.values().removeIf(each -> each.get() == null);
            LOADERS.put(named.get("jar"), new WeakReference<>(loader));
        }
        Class.forName("dev.poolfit.agent.SamplingAgent", true, loader)
                .getMethod("start", Map.class, Instrumentation.class)
                .invoke(null, named, instrumentation);
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
