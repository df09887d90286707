package dev.poolfit.service;

import java.io.ObjectInputFilter;

/**
 * Filters the serialized objects that a service sends by JMX: lets this JVM read only what JMX itself is made of, in
 * bounds. RMI reads answers without a filter of its own, and asks the JVM's; a JVM that was started with one keeps it.
 */
final class JmxFilter {
    private static final String ALLOWED = "maxdepth=50;maxarray=1000000;maxrefs=2000000;maxbytes=67108864;"
            + "java.lang.*;java.lang.management.*;java.lang.reflect.*;java.util.*;java.util.concurrent.*;java.math.*;"
            + "java.io.*;!java.rmi.server.UnicastRemoteObject;java.rmi.**;javax.management.**;javax.rmi.ssl.*;"
            + "javax.security.auth.**;java.security.AccessControlException;"
            + "java.net.ConnectException;java.net.SocketException;java.net.SocketTimeoutException;"
            + "java.net.UnknownHostException;!*";

    static {
        if (ObjectInputFilter.Config.getSerialFilter() == null) {
            ObjectInputFilter.Config.setSerialFilter(ObjectInputFilter.Config.createFilter(ALLOWED));
        }
    }

    private JmxFilter() {}

    /** Sees to it that nothing is read without the filter, from the first connection on. */
    static void require() {
        // The class has been initialized now, once for all connections.
    }
}
