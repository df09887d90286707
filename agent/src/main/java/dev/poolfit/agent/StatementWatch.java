package dev.poolfit.agent;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Tells which statements a pool's connections send, without a change of any class, for some holds at a time. Of drivers that
 * are known an object stands before what sends within the connection, so that each object of JDBC is as before. Of others the
 * pool's entries are given an object that stands before the driver's connection: what unwraps HikariCP's objects gets the
 * driver's by each of its own classes and interfaces, but that object by JDBC's.
 */
final class StatementWatch {
    /** HikariCP's ProxyConnection calls it each time that it is closed, before the pool's metrics are told. */
    private static final String LAST_CALL = "clearWarnings";

    private static final int UNPREPARED = -1;

    private final Reflection reflection;
    private final Object pool;
    private final Holds holds;
    private final Shapes shapes;
    private final Random random = new Random(1);
    /** Connections that are still to be chosen; less than one. */
    private double due;

    /** By the pool's entries. */
    private final Map<Object, Tap> taps = new IdentityHashMap<>();

    private volatile boolean off;

    StatementWatch(Reflection reflection, Object pool, Holds holds, Names names) {
        this.reflection = reflection;
        this.pool = pool;
        this.holds = holds;
        shapes = new Shapes(names);
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
            boolean stands = link != null || taps.containsKey(entry);
            due += share;
            boolean chosen = due >= 1;
            due -= chosen ? 1 : 0;
            if (chosen && !stands && connection instanceof Connection) {
                stand(entry, connection);
            } else if (!chosen && stands) {
                leave(entry, link);
            }
        }
        taps.keySet().removeIf(entry -> {
            boolean gone = !entries.contains(entry);
            if (gone) {
                holds.uncover(entry);
            }
            return gone;
        });
    }

    private void stand(Object entry, Object connection) {
        DriverSender driver = DriverSender.of(connection);
        Object sender = driver == null ? null : reflection.field(connection, driver.field);
        Class<?> type = sender == null ? null : driver.type(sender);
        if (type == null) {
            reflection.set(entry, "connection", proxy(new Link(entry, connection), Connection.class));
            return;
        }
        Tap tap = new Tap(entry, connection, driver, sender);
        reflection.set(
                connection, driver.field, Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, tap));
        taps.put(entry, tap);
        holds.cover(entry, tap);
    }

    private void leave(Object entry, Link link) {
        if (link != null) {
            reflection.set(entry, "connection", link.real);
        }
        Tap tap = taps.remove(entry);
        if (tap != null) {
            holds.uncover(entry);
            Object now = reflection.field(tap.connection, tap.driver.field);
            if (now != null && Proxy.isProxyClass(now.getClass()) && Proxy.getInvocationHandler(now) == tap) {
                reflection.set(tap.connection, tap.driver.field, tap.real);
            }
        }
    }

    /** Steps aside; what is in use keeps its object until it is given back, which hands on and tells nothing. */
    synchronized void uncover() {
        off = true;
        for (Object entry : entries()) {
            Object connection = reflection.field(entry, "connection");
            leave(entry, connection == null ? null : before(connection));
        }
        // Those of connections that the pool has given up.
        new ArrayList<>(taps.keySet()).forEach(entry -> leave(entry, null));
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

    private final class Link extends StandIn {
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
                        ? shapes.number((String) arguments[0], dialect)
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

    /** Stands before what sends within a driver's connection. */
    private final class Tap extends StandIn {
        private final Object entry;
        private final Object connection;
        private final DriverSender driver;

        Tap(Object entry, Object connection, DriverSender driver, Object real) {
            super(real);
            this.entry = entry;
            this.connection = connection;
            this.driver = driver;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            int shape = off || arguments == null || !method.getName().startsWith("execute")
                    ? UNPREPARED
                    : sent(method, arguments);
            if (shape == UNPREPARED) {
                return handOn(method, arguments);
            }
            Hold hold = used(entry);
            long begin = System.nanoTime();
            try {
                return handOn(method, arguments);
            } finally {
                tell(hold, shape, System.nanoTime() - begin);
            }
        }

        private int sent(Method method, Object[] arguments) {
            try {
                String sql = driver.sql(method.getParameterTypes()[0], arguments, Shapes.BATCH);
                return sql == null ? UNPREPARED : shapes.number(sql, SqlDialect.of(connection.getClass()));
            } catch (Throwable ours) { // the service must not notice
                holds.failed();
                return UNPREPARED;
            }
        }
    }

    private final class Sender extends StandIn {
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
            Hold hold = used(link.entry);
            long begin = System.nanoTime();
            try {
                return handOn(method, arguments);
            } finally {
                tell(hold, arguments, System.nanoTime() - begin);
            }
        }

        private void tell(Hold hold, Object[] arguments, long took) {
            try {
                int shape = prepared;
                if (shape == UNPREPARED) {
                    shape = arguments != null && arguments.length > 0 && arguments[0] instanceof String
                            ? shapes.number((String) arguments[0], link.dialect)
                            : shapes.batch();
                }
                holds.sent(hold, shape, took);
            } catch (Throwable ours) { // the service must not notice
                holds.failed();
            }
        }
    }

    private Hold used(Object entry) {
        try {
            return holds.used(entry);
        } catch (Throwable ours) { // the service must not notice
            holds.failed();
            return null;
        }
    }

    private void tell(Hold hold, int shape, long took) {
        try {
            holds.sent(hold, shape, took);
        } catch (Throwable ours) { // the service must not notice
            holds.failed();
        }
    }
}
