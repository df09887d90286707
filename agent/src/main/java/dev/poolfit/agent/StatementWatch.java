package dev.poolfit.agent;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells which statements a pool's connections send, without a change of any class: the pool's entries are given an object that
 * stands before the driver's connection, for some holds at a time. HikariCP hands its own objects to the service
 * as before, and what unwraps them gets the driver's.
 */
final class StatementWatch {
    private static final int MOST_KNOWN = 4_096;
    private static final int MOST_SHAPES = 2_000;
    /** A longer text is not kept. */
    private static final int LONGEST_KNOWN = 2_000;

    /** HikariCP's ProxyConnection calls it each time that it is closed, before the pool's metrics are told. */
    private static final String LAST_CALL = "clearWarnings";

    private static final int UNPREPARED = -1;
    private static final String BATCH = "(batch)";
    private static final String OTHERS = "(other statements)";
    private final Reflection reflection;
    private final Object pool;
    private final Holds holds;
    private final Names names;
    private final Random random = new Random(1);
    /** Connections that are still to be chosen; less than one. */
    private double due;

    private final Map<String, Integer> shapes = new ConcurrentHashMap<>();
    private final Set<String> distinct = ConcurrentHashMap.newKeySet();
    private volatile boolean off;

    StatementWatch(Reflection reflection, Object pool, Holds holds, Names names) {
        this.reflection = reflection;
        this.pool = pool;
        this.holds = holds;
        this.names = names;
    }

    /**
     * Stands before some of the connections that the pool has by now, others each time; to be called now and then. A hold that
     * has begun keeps what it has.
     *
     * @param share of the connections, 0 to 1; over several calls it is met exactly, however few connections there are
     */
    synchronized void cover(double share) {
        if (off) {
            return;
        }
        List<Object> entries = new ArrayList<>(entries());
        Collections.shuffle(entries, random);
        for (Object entry : entries) {
            Object connection = reflection.field(entry, "connection");
            Link link = connection == null ? null : before(connection);
            due += share;
            boolean chosen = due >= 1;
            due -= chosen ? 1 : 0;
            if (chosen && link == null && connection instanceof Connection) {
                reflection.set(entry, "connection", proxy(new Link(entry, connection), Connection.class));
            } else if (!chosen && link != null) {
                reflection.set(entry, "connection", link.real);
            }
        }
    }

    /** Steps aside; what is in use keeps its object until it is given back, which hands on and tells nothing. */
    synchronized void uncover() {
        off = true;
        for (Object entry : entries()) {
            Object connection = reflection.field(entry, "connection");
            Link link = connection == null ? null : before(connection);
            if (link != null) {
                reflection.set(entry, "connection", link.real);
            }
        }
    }

    private Collection<?> entries() {
        Object list = reflection.field(reflection.field(pool, "connectionBag"), "sharedList");
        return list instanceof Collection ? (Collection<?>) list : List.of();
    }

    /** What stands before a connection, or null. */
    private Link before(Object connection) {
        if (!Proxy.isProxyClass(connection.getClass())) {
            return null;
        }
        InvocationHandler handler = Proxy.getInvocationHandler(connection);
        return handler instanceof Link && ((Link) handler).watch() == this ? (Link) handler : null;
    }

    private static Object proxy(InvocationHandler handler, Class<?> type) {
        return Proxy.newProxyInstance(StatementWatch.class.getClassLoader(), new Class<?>[] {type}, handler);
    }

    /** Hands every call on to the object behind it. */
    private abstract static class Handler implements InvocationHandler {
        final Object real;

        Handler(Object real) {
            this.real = real;
        }

        final Object handOn(Method method, Object[] arguments) throws Throwable {
            try {
                return method.invoke(real, arguments);
            } catch (InvocationTargetException own) {
                throw own.getCause();
            }
        }

        /** What only this object can answer, or null. */
        final Object own(Object proxy, Method method, Object[] arguments) {
            switch (method.getName()) {
                case "equals":
                    return arguments.length == 1 && (proxy == arguments[0] || real.equals(arguments[0]));
                case "isWrapperFor":
                    return ((Class<?>) arguments[0]).isInstance(real) ? Boolean.TRUE : null;
                case "unwrap":
                    return ((Class<?>) arguments[0]).isInstance(real) ? real : null;
                default:
                    return null;
            }
        }
    }

    private final class Link extends Handler {
        private final Object entry;
        private final SqlDialect dialect;

        /** @param entry of the pool, whose connection it is */
        Link(Object entry, Object real) {
            super(real);
            this.entry = entry;
            dialect = SqlDialect.of(real.getClass());
        }

        StatementWatch watch() {
            return StatementWatch.this;
        }

        private void givenBack() {
            try {
                holds.watched(entry);
            } catch (Throwable ours) { // the service must not notice
                holds.failed();
            }
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            Object own = own(proxy, method, arguments);
            if (own != null) {
                return own;
            }
            if (!off && method.getName().equals(LAST_CALL)) {
                givenBack();
            }
            Object made = handOn(method, arguments);
            if (off || !(made instanceof Statement)) {
                return made;
            }
            try {
                int shape = arguments != null && arguments.length > 0 && arguments[0] instanceof String
                        ? shape((String) arguments[0], dialect)
                        : UNPREPARED;
                Class<?> type = method.getReturnType();
                return type == Statement.class || type == PreparedStatement.class || type == CallableStatement.class
                        ? proxy(new Sender(this, made, shape), type)
                        : made;
            } catch (Throwable ours) { // the service must not notice
                holds.failed();
                return made;
            }
        }
    }

    private final class Sender extends Handler {
        private final Link link;
        private final int prepared;

        Sender(Link link, Object real, int prepared) {
            super(real);
            this.link = link;
            this.prepared = prepared;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            Object own = own(proxy, method, arguments);
            if (own != null) {
                return own;
            }
            if (off || !method.getName().startsWith("execute")) {
                return handOn(method, arguments);
            }
            Hold hold = used();
            long begin = System.nanoTime();
            try {
                return handOn(method, arguments);
            } finally {
                tell(hold, arguments, System.nanoTime() - begin);
            }
        }

        private Hold used() {
            try {
                return holds.used(link.entry);
            } catch (Throwable ours) { // the service must not notice
                holds.failed();
                return null;
            }
        }

        private void tell(Hold hold, Object[] arguments, long took) {
            try {
                int shape = prepared;
                if (shape == UNPREPARED) {
                    shape = arguments != null && arguments.length > 0 && arguments[0] instanceof String
                            ? shape((String) arguments[0], link.dialect)
                            : names.number(BATCH);
                }
                holds.sent(hold, shape, took);
            } catch (Throwable ours) { // the service must not notice
                holds.failed();
            }
        }
    }

    private int shape(String sql, SqlDialect dialect) {
        boolean kept = sql.length() <= LONGEST_KNOWN;
        Integer known = kept ? shapes.get(sql) : null;
        if (known != null) {
            return known;
        }
        String text = Sql.shape(sql, dialect);
        if (distinct.size() < MOST_SHAPES) {
            distinct.add(text);
        }
        int shape = names.number(distinct.contains(text) ? text : OTHERS);
        if (kept && shapes.size() < MOST_KNOWN) {
            shapes.put(sql, shape);
        }
        return shape;
    }
}
