package dev.poolfit.agent;

import java.util.Map;

/** The worker threads of a Tomcat endpoint; their maximum is −1 where requests run elsewhere. */
final class TomcatWorkers extends Workers {
    private static final Map<String, String> GETTERS = Map.of(
            MOST,
            "getMaxThreads",
            SPARE,
            "getMinSpareThreads",
            BUSY,
            "getCurrentThreadsBusy",
            COUNT,
            "getCurrentThreadCount",
            "acceptCount",
            "getAcceptCount",
            "maxConnections",
            "getMaxConnections",
            "connectionCount",
            "getConnectionCount");

    /** @param endpoint of Tomcat's class AbstractEndpoint */
    TomcatWorkers(Reflection reflection, Object endpoint) {
        super(reflection, endpoint, GETTERS);
    }

    @Override
    String server() {
        return "tomcat";
    }

    @Override
    String name() throws ReflectiveOperationException {
        return (String) reflection.call(target, "getName");
    }

    /** Returns its port, which is known once it is bound where it was 0. */
    @Override
    int[] ports() throws ReflectiveOperationException {
        return new int[] {(Integer) reflection.call(target, "getLocalPort")};
    }

    @Override
    void set(String attribute, int value) throws ReflectiveOperationException {
        reflection.call(target, attribute.equals(MOST) ? "setMaxThreads" : "setMinSpareThreads", value);
    }
}
