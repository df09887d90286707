package dev.poolfit.agent;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Finds the route of the request of Spring MVC that the calling thread serves. */
final class ServedRequests {
    private static final String PATTERN = "org.springframework.web.servlet.HandlerMapping.bestMatchingPattern";
    private static final String ASYNC =
            "org.springframework.web.context.request.async.WebAsyncManager.WEB_ASYNC_MANAGER";
    private static final Integer REQUEST_SCOPE = 0;

    private final Method[] attributes;
    private volatile Method attribute;
    private volatile Method request;
    private volatile Method method;

    /** @param loaded all classes of the service */
    ServedRequests(Class<?>[] loaded) {
        List<Method> found = new ArrayList<>();
        for (Class<?> type : loaded) {
            if (type.getName().equals(SpringRequests.HOLDER)) {
                try {
                    found.add(type.getMethod("getRequestAttributes"));
                } catch (NoSuchMethodException unlike) {
                    // Another Spring than those that are known: no route is known then.
                }
            }
        }
        attributes = found.toArray(new Method[0]);
    }

    /** Returns the route, such as GET /orders/{id}; null where no request is served, or none that has a route by now. */
    String route() {
        return route(null);
    }

    /**
     * Returns the same, and keeps in a hold which request it is.
     *
     * @param hold may be null
     */
    String route(Hold hold) {
        for (Method each : attributes) {
            try {
                Object present = each.invoke(null);
                if (present != null) {
                    if (hold != null) {
                        hold.request = System.identityHashCode(present);
                        hold.async = attribute(present).invoke(present, ASYNC, REQUEST_SCOPE);
                    }
                    String route = route(present);
                    if (route != null) {
                        return route;
                    }
                }
            } catch (ReflectiveOperationException | RuntimeException unlike) {
                // A request that has ended meanwhile.
            }
        }
        return null;
    }

    /** Returns null before a handler was chosen, as in filters. */
    private String route(Object present) throws ReflectiveOperationException {
        Object pattern = attribute(present).invoke(present, PATTERN, REQUEST_SCOPE);
        if (pattern == null) {
            return null;
        }
        Object asked = request(present).invoke(present);
        return method(asked).invoke(asked) + " " + pattern;
    }

    private Method attribute(Object present) throws NoSuchMethodException {
        Method known = attribute;
        if (known == null || !known.getDeclaringClass().isInstance(present)) {
            known = present.getClass().getMethod("getAttribute", String.class, int.class);
            attribute = known;
        }
        return known;
    }

    private Method request(Object present) throws NoSuchMethodException {
        Method known = request;
        if (known == null || !known.getDeclaringClass().isInstance(present)) {
            known = present.getClass().getMethod("getRequest");
            request = known;
        }
        return known;
    }

    private Method method(Object asked) throws NoSuchMethodException {
        Method known = method;
        if (known == null || !known.getDeclaringClass().isInstance(asked)) {
            // A facade's class may be closed, the interface is not.
            known = asked.getClass().getMethod("getMethod");
            for (Class<?> type : allInterfaces(asked.getClass())) {
                if (type.getName().endsWith(".servlet.http.HttpServletRequest")) {
                    known = type.getMethod("getMethod");
                }
            }
            method = known;
        }
        return known;
    }

    private static List<Class<?>> allInterfaces(Class<?> type) {
        List<Class<?>> all = new ArrayList<>();
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            all.addAll(Arrays.asList(each.getInterfaces()));
        }
        return all;
    }
}
