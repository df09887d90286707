package dev.poolfit.agent;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The worker threads of one web server, under the attributes that Tomcat's own MBean has for them: {@code maxThreads}
 * and {@code minSpareThreads}, which can be changed, {@code currentThreadsBusy}, {@code currentThreadCount}. Beside
 * these, {@code server} says which one it is, and {@code leastThreads} the smallest maximum that it takes.
 */
abstract class Workers {
    static final String MOST = "maxThreads";
    static final String SPARE = "minSpareThreads";
    static final String BUSY = "currentThreadsBusy";
    static final String COUNT = "currentThreadCount";
    static final String PORTS = "ports";

    final Reflection reflection;
    final Object target;
    /** The server's method for each attribute. */
    private final Map<String, String> getters = new LinkedHashMap<>();

    Workers(Reflection reflection, Object target, Map<String, String> getters) {
        this.reflection = reflection;
        this.target = target;
        this.getters.putAll(getters);
    }

    /** Returns the kind of server, such as {@code jetty}. */
    abstract String server();

    /** Returns the server's name for them. */
    abstract String name() throws ReflectiveOperationException;

    abstract int[] ports() throws ReflectiveOperationException;

    /** Changes one of the attributes that can be changed; throws ReflectiveOperationException if the server refuses. */
    abstract void set(String attribute, int value) throws ReflectiveOperationException;

    /** Returns the smallest maximum that it takes, at least 1. */
    int least() throws ReflectiveOperationException {
        return 1;
    }

    boolean has(String attribute) {
        return getters.containsKey(attribute);
    }

    Iterable<String> attributes() {
        return getters.keySet();
    }

    Object get(String attribute) throws ReflectiveOperationException {
        return reflection.call(target, getters.get(attribute));
    }

    int count(String attribute) throws ReflectiveOperationException {
        return ((Number) get(attribute)).intValue();
    }

    void close() {}
}
