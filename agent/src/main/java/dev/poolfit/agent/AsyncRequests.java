package dev.poolfit.agent;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The asynchronous requests that Tomcat has under way, such as streams; no thread runs them. */
final class AsyncRequests {
    private static final String PATTERN = "org.springframework.web.servlet.HandlerMapping.bestMatchingPattern";
    private static final int MOST = 1_000;
    /** The index of the connector's request among the notes of the protocol's request. */
    private static final int CONNECTOR = 1;

    private final Reflection reflection;
    private final Collection<Object> endpoints;

    /** @param endpoints of Tomcat's class AbstractEndpoint */
    AsyncRequests(Reflection reflection, Collection<Object> endpoints) {
        this.reflection = reflection;
        this.endpoints = endpoints;
    }

    /** Returns the route of each, at most 1000; null where there is no Tomcat, or not as known. */
    String[] routes() {
        List<String> routes = new ArrayList<>();
        boolean known = false;
        for (Object endpoint : endpoints) {
            Object protocol = reflection.field(reflection.field(endpoint, "handler"), "proto");
            Object waiting = reflection.field(protocol, "waitingProcessors");
            if (waiting instanceof Collection) {
                known = true;
                for (Object processor : (Collection<?>) waiting) {
                    String route = route(processor);
                    if (route != null && routes.size() < MOST) {
                        routes.add(route);
                    }
                }
            }
        }
        return known ? routes.toArray(new String[0]) : null;
    }

    /** Returns null for one that has ended meanwhile, and for what is no request of Spring's. */
    private String route(Object processor) {
        try {
            Object notes = reflection.field(reflection.field(processor, "request"), "notes");
            Object request = notes instanceof Object[] ? ((Object[]) notes)[CONNECTOR] : null;
            Object pattern = request == null ? null : reflection.call(request, "getAttribute", PATTERN);
            return pattern == null ? null : reflection.call(request, "getMethod") + " " + pattern;
        } catch (ReflectiveOperationException | RuntimeException ended) {
            return null;
        }
    }
}
