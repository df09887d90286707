package dev.poolfit.agent;

import java.util.Set;

/** How many requests the service's Tomcats have answered, and how many of them with a status from 400. */
final class ServedTotals {
    private final Reflection reflection;
    private final Set<Object> endpoints;

    /** @param endpoints of Tomcat's class AbstractEndpoint */
    ServedTotals(Reflection reflection, Set<Object> endpoints) {
        this.reflection = reflection;
        this.endpoints = endpoints;
    }

    /** Returns the requests and the errors since the service began; nothing where it has no Tomcat of a known kind. */
    long[] totals() {
        long requests = 0;
        long errors = 0;
        try {
            for (Object endpoint : endpoints) {
                Object group = reflection.call(reflection.call(endpoint, "getHandler"), "getGlobal");
                requests += ((Number) reflection.call(group, "getRequestCount")).longValue();
                errors += ((Number) reflection.call(group, "getErrorCount")).longValue();
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError unlike) {
            return new long[0];
        }
        return endpoints.isEmpty() ? new long[0] : new long[] {requests, errors};
    }
}
