package dev.poolfit.agent;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;

/** Finds which request of Spring MVC a thread serves, seen from another thread. */
final class SpringRequests {
    static final String HOLDER = "org.springframework.web.context.request.RequestContextHolder";
    private static final String[][] LOCALS = {
        {"requestAttributesHolder", "threadLocals"}, {"inheritableRequestAttributesHolder", "inheritableThreadLocals"}
    };

    private final Reflection reflection;
    /** Spring's thread-local variables, each with the field of a thread that keeps its value. */
    private final List<Object[]> locals = new ArrayList<>();

    /** @param loaded all classes of the service */
    SpringRequests(Reflection reflection, Class<?>[] loaded) {
        this.reflection = reflection;
        for (Class<?> type : loaded) {
            if (type.getName().equals(HOLDER)) {
                for (String[] each : LOCALS) {
                    try {
                        locals.add(new Object[] {reflection.constant(type, each[0]), each[1]});
                    } catch (ReflectiveOperationException | RuntimeException unlike) {
                        // Another Spring than those that are known.
                    }
                }
            }
        }
    }

    /** Returns whether the thread serves the request with that identity, as {@link Hold#request} has it. */
    boolean serves(Thread thread, int request) {
        for (Object[] local : locals) {
            Object present = value(thread, local[0], (String) local[1]);
            if (present != null && System.identityHashCode(present) == request) {
                return true;
            }
        }
        return false;
    }

    /** Returns null if it has none. What the thread changes meanwhile may not be seen yet. */
    private Object value(Thread thread, Object local, String field) {
        Object table = reflection.field(reflection.field(thread, field), "table");
        if (table instanceof Object[]) {
            for (Object entry : (Object[]) table) {
                if (entry instanceof Reference && ((Reference<?>) entry).get() == local) {
                    return reflection.field(entry, "value");
                }
            }
        }
        return null;
    }

    /**
     * Returns whether an asynchronous request is under way: its handler has returned, and its response has not ended.
     *
     * @param manager Spring's WebAsyncManager of the request; may be null
     */
    boolean underWay(Object manager) {
        if (manager == null) {
            return false;
        }
        try {
            Object request = reflection.field(manager, "asyncWebRequest");
            return request != null
                    && !(Boolean) reflection.call(request, "isAsyncComplete")
                    && (Boolean) reflection.call(request, "isAsyncStarted");
        } catch (ReflectiveOperationException | RuntimeException ended) {
            return false;
        }
    }
}
