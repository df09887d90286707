package dev.poolfit.agent;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Tells whose code a class is, by its name, and what a thread does, by its topmost frame whose owner is known. */
final class Code {
    static final String DATABASE = "database";
    static final String REMOTE = "remote";
    static final String SLEEP = "sleep";
    static final String LOCK = "lock";
    /** It waits for another connection of a pool. */
    static final String CONNECTION = "connection";

    static final String MAPPING = "mapping";
    static final String RENDERING = "rendering";
    static final String CODE = "code";
    /** A thread of a pool of threads, or an event loop, that has nothing to do. */
    static final String IDLE = "idle";
    /** Nothing: open-in-view keeps the connection until an asynchronous response has ended. */
    static final String STREAM = "stream";
    /** No thread has the connection at the moment. */
    static final String NOBODY = "nobody";

    private static final String[] DRIVERS = {
        "org.mariadb.jdbc.", "com.mysql.", "org.postgresql.", "org.h2.", "oracle.jdbc.", "oracle.net.",
        "com.microsoft.sqlserver.", "com.ibm.db2.", "org.sqlite.", "org.hsqldb.", "org.apache.derby.",
                "software.amazon.jdbc."
    };
    private static final String POOL = "com.zaxxer.hikari.";
    private static final String[] POOL_WAITS = {
        "com.zaxxer.hikari.pool.HikariPool", "com.zaxxer.hikari.util.ConcurrentBag"
    };
    private static final String[] CLIENTS = {
        "java.net.http.",
        "jdk.internal.net.http.",
        "sun.net.www.",
        "org.apache.http.",
        "org.apache.hc.",
        "okhttp3.",
        "org.springframework.web.client.",
        "org.springframework.http.client.",
        "org.springframework.web.reactive.function.client.",
        "feign.",
        "io.grpc.",
        "io.lettuce.",
        "redis.clients.",
        "org.redisson.",
        "org.apache.kafka.",
        "com.rabbitmq.",
        "org.springframework.amqp.",
        "org.springframework.kafka.",
        "com.mongodb.",
        "org.elasticsearch.",
        "co.elastic.",
        "software.amazon.awssdk.",
        "com.amazonaws.",
        "com.sun.mail.",
        "org.eclipse.angus.",
        "com.sun.jndi."
    };
    private static final String[] RENDERERS = {
        "com.fasterxml.jackson.",
        "tools.jackson.",
        "com.google.gson.",
        "org.thymeleaf.",
        "freemarker.",
        "org.apache.jasper.",
        "com.samskivert.",
        "gg.jte.",
        "org.springframework.http.converter.",
        "org.springframework.web.servlet.view.",
        "org.springframework.web.servlet.mvc.method.annotation.RequestResponseBody",
        "org.springframework.web.servlet.mvc.method.annotation.HttpEntityMethod"
    };
    private static final String[] MAPPERS = {
        "org.hibernate.",
        "org.eclipse.persistence.",
        "org.apache.ibatis.",
        "org.mybatis.",
        "org.springframework.data.",
        "org.jooq.",
        "com.querydsl.",
        "org.springframework.jdbc.core.",
        "org.springframework.orm."
    };
    private static final String[] LIBRARIES = {
        "java.",
        "javax.",
        "jakarta.",
        "jdk.",
        "sun.",
        "com.sun.",
        "org.springframework.",
        "org.apache.",
        "com.zaxxer.",
        "io.micrometer.",
        "io.netty.",
        "reactor.",
        "io.undertow.",
        "org.eclipse.",
        "org.jboss.",
        "org.xnio.",
        "kotlin.",
        "kotlinx.",
        "scala.",
        "groovy.",
        "org.codehaus.",
        "net.bytebuddy.",
        "org.slf4j.",
        "ch.qos.",
        "org.aspectj.",
        "io.opentelemetry.",
        "datadog.",
        "com.newrelic.",
        "com.google.common.",
        "org.reactivestreams.",
        "net.sf.cglib.",
        "javassist.",
        "io.vertx.",
        "dev.poolfit.agent.",
        "org.quartz."
    };
    /** Spring's own samples are applications. */
    private static final String[] APPLICATIONS = {"org.springframework.samples.", "org.apache.samples."};

    /** Part of the name of a class that Kotlin makes for a lambda of the application's that it inlines. */
    private static final String INLINED = "$$inlined$";

    private static final int MOST_KNOWN = 20_000;
    /** Keeps whose code a class is, for it is asked for every frame of many stacks a second. */
    private static final Map<String, Boolean> KNOWN = new ConcurrentHashMap<>();

    private Code() {}

    static boolean isApplication(String type) {
        Boolean known = KNOWN.get(type);
        if (known != null) {
            return known;
        }
        boolean application = toldApplication(type);
        if (KNOWN.size() < MOST_KNOWN) {
            KNOWN.put(type, application);
        }
        return application;
    }

    /** Forgets the names of the service's classes. */
    static void forget() {
        KNOWN.clear();
    }

    private static boolean toldApplication(String type) {
        if (in(APPLICATIONS, type)) {
            return !generated(type);
        }
        return !in(LIBRARIES, type)
                && !in(DRIVERS, type)
                && !in(CLIENTS, type)
                && !in(RENDERERS, type)
                && !in(MAPPERS, type)
                && !generated(type);
    }

    private static boolean generated(String type) {
        return type.contains("$$") && !type.contains(INLINED)
                || type.contains("$Proxy")
                || type.contains("$HibernateProxy");
    }

    /** Returns whether Spring runs a transaction around what the thread does. */
    static boolean inTransaction(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (runsTransactions(frame.getClassName())) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a thread waits for what PostgreSQL may notify it of (LISTEN), and for no answer. */
    static boolean listens(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (frame.getMethodName().equals("getNotifications")) {
                return true;
            }
        }
        return false;
    }

    static boolean runsTransactions(String type) {
        return type.startsWith("org.springframework.transaction.");
    }

    /** Returns the kind of what a thread does. */
    static String kind(StackTraceElement[] stack, Thread.State state) {
        boolean waits =
                state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING || state == Thread.State.BLOCKED;
        boolean reads = false;
        boolean selects = false;
        boolean applies = false;
        boolean forSomeTime = false;
        for (StackTraceElement frame : stack) {
            String type = frame.getClassName();
            String method = frame.getMethodName();
            if (type.equals("java.lang.Thread") && method.startsWith("sleep") || forSomeTime && isApplication(type)) {
                return SLEEP;
            }
            // A lock has frames of its own between these two.
            forSomeTime = type.equals("java.util.concurrent.locks.LockSupport")
                    && (method.equals("parkNanos") || method.equals("parkUntil"));
            if (in(DRIVERS, type) || type.startsWith("com.zaxxer.hikari.pool.HikariProxy")) {
                return DATABASE;
            }
            if (in(POOL_WAITS, type)) {
                return CONNECTION;
            }
            if (in(CLIENTS, type)) {
                return REMOTE;
            }
            if (in(RENDERERS, type)) {
                return RENDERING;
            }
            if (in(MAPPERS, type)) {
                return MAPPING;
            }
            if (method.equals("getTask") && type.endsWith("ThreadPoolExecutor")
                    || method.equals("awaitWork") && type.equals("java.util.concurrent.ForkJoinPool")
                    || method.equals("park") && type.equals("kotlinx.coroutines.scheduling.CoroutineScheduler$Worker")
                    || method.equals("run") && type.equals("kotlinx.coroutines.DefaultExecutor")) {
                return IDLE;
            }
            // An event loop waits so, and so does a driver or an application that reads from several sockets.
            selects |= type.equals("sun.nio.ch.SelectorImpl")
                    || method.equals("epollWait") && type.startsWith("io.netty.channel.epoll.");
            reads |= type.startsWith("sun.nio.ch.") && (method.contains("read") || method.contains("Read"))
                    || type.equals("java.net.SocketInputStream");
            if (isApplication(type)) {
                applies = true;
                break;
            }
        }
        if (selects) {
            return applies ? REMOTE : IDLE;
        }
        return waits ? LOCK : reads ? REMOTE : CODE;
    }

    /** Returns whether a class is the pool's own, where threads get connections and wait for them. */
    static boolean isPool(String type) {
        return type.startsWith(POOL);
    }

    static boolean in(String[] prefixes, String type) {
        for (String prefix : prefixes) {
            if (type.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }
}
