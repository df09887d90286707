package dev.poolfit.agent;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Finds the contexts of Spring Boot, whatever its server: its hook for the JVM's end knows those that it has to close. */
final class SpringContexts {
    private static final String HOOKS = "java.lang.ApplicationShutdownHooks";
    private static final String SPRING_HOOK = "org.springframework.boot.SpringApplicationShutdownHook";
    private static final String VIRTUAL = "spring.threads.virtual.enabled";
    private static final int FIRST_WITH_VIRTUAL = 21;

    private final Reflection reflection;

    SpringContexts(Reflection reflection) {
        this.reflection = reflection;
    }

    /** Returns those that run, of Spring Boot 2.5 and newer. */
    List<Object> all() {
        List<Object> contexts = new ArrayList<>();
        try {
            Object hooks = reflection.constant(Class.forName(HOOKS), "hooks");
            if (hooks instanceof Map) {
                for (Object thread : new ArrayList<>(((Map<?, ?>) hooks).keySet())) {
                    Object task = reflection.task((Thread) thread);
                    if (task != null && task.getClass().getName().equals(SPRING_HOOK)) {
                        Object own = reflection.field(task, "contexts");
                        contexts.addAll(own instanceof Collection ? (Collection<?>) own : List.of());
                    }
                }
            }
        } catch (ReflectiveOperationException | RuntimeException unlike) {
            // Another JDK than those that are known, or the JVM ends.
        }
        return contexts;
    }

    /** Returns a property of a context's environment; null if it has none. */
    Object property(Object context, String name) throws ReflectiveOperationException {
        return reflection.call(reflection.call(context, "getEnvironment"), "getProperty", name);
    }

    /** Returns whether Spring Boot gives each request a virtual thread. */
    boolean virtualThreads() {
        if (Runtime.version().feature() < FIRST_WITH_VIRTUAL) {
            return false;
        }
        for (Object context : all()) {
            try {
                if ("true".equals(property(context, VIRTUAL))) {
                    return true;
                }
            } catch (ReflectiveOperationException | RuntimeException unlike) {
                continue;
            }
        }
        return false;
    }
}
