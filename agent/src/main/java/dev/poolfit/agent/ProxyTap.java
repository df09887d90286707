package dev.poolfit.agent;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Stands before the connection of a driver that is not known, and before its statements. What unwraps HikariCP's objects gets
 * the driver's by each of its own classes and interfaces, but this one by JDBC's.
 */
final class ProxyTap extends StandIn implements Tap {
    /** HikariCP's ProxyConnection calls it each time that it is closed, before the pool's metrics are told. */
    private static final String LAST_CALL = "clearWarnings";

    private final Object entry;
    private final SqlDialect dialect;
    private final Reflection reflection;
    private final Watched watched;

    private ProxyTap(Object entry, Object connection, Reflection reflection, Watched watched) {
        super(connection);
        this.entry = entry;
        this.reflection = reflection;
        this.watched = watched;
        dialect = SqlDialect.of(connection.getClass());
    }

    /** Puts one before the connection of a pool's entry. */
    static Tap of(Object entry, Object connection, Reflection reflection, Watched watched) {
        ProxyTap tap = new ProxyTap(entry, connection, reflection, watched);
        reflection.set(entry, "connection", proxy(tap, Connection.class));
        return tap;
    }

    /** Makes a proxy of all interfaces that the driver's object has, so that a cast to one of them works. */
    private static Object proxy(StandIn handler, Class<?> least) {
        Class<?> type = handler.real.getClass();
        Set<Class<?>> interfaces = new LinkedHashSet<>(Set.of(least));
        addPublic(type, interfaces);
        try {
            return Proxy.newProxyInstance(type.getClassLoader(), interfaces.toArray(new Class<?>[0]), handler);
        } catch (IllegalArgumentException unseen) { // by that loader
            return Proxy.newProxyInstance(ProxyTap.class.getClassLoader(), new Class<?>[] {least}, handler);
        }
    }

    private static void addPublic(Class<?> from, Set<Class<?>> interfaces) {
        for (Class<?> type = from; type != null; type = type.getSuperclass()) {
            for (Class<?> each : type.getInterfaces()) {
                if (Modifier.isPublic(each.getModifiers())) {
                    interfaces.add(each);
                }
            }
        }
    }

    @Override
    public boolean stands() {
        return isBehind(reflection.field(entry, "connection"));
    }

    @Override
    public void remove() {
        if (stands()) {
            reflection.set(entry, "connection", real);
        }
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        Object own = own(proxy, method, arguments);
        if (own != null) {
            return own;
        }
        if (method.getName().equals(LAST_CALL) && !watched.isOff()) {
            watched.watched(entry);
        }
        Object made = handOn(method, arguments);
        if (watched.isOff() || !(made instanceof Statement)) {
            return made;
        }
        Class<?> type = method.getReturnType();
        return type == Statement.class || type == PreparedStatement.class || type == CallableStatement.class
                ? before((Statement) made, type, arguments)
                : made;
    }

    private Object before(Statement made, Class<?> type, Object[] arguments) {
        try {
            return proxy(new Sender(made, shape(arguments)), type);
        } catch (Throwable ours) { // the service must not notice
            watched.failed();
            return made;
        }
    }

    private int shape(Object[] arguments) {
        return arguments != null && arguments.length > 0 && arguments[0] instanceof String
                ? watched.shape((String) arguments[0], dialect)
                : Watched.NONE;
    }

    private final class Sender extends StandIn {
        private final int prepared;

        Sender(Statement real, int prepared) {
            super(real);
            this.prepared = prepared;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            Object own = own(proxy, method, arguments);
            if (own != null) {
                return own;
            }
            if (watched.isOff() || !method.getName().startsWith("execute")) {
                return handOn(method, arguments);
            }
            Hold hold = watched.used(entry);
            long begin = System.nanoTime();
            try {
                return handOn(method, arguments);
            } finally {
                long took = System.nanoTime() - begin;
                int shape = prepared == Watched.NONE ? shape(arguments) : prepared;
                watched.sent(hold, shape == Watched.NONE ? watched.shape(Shapes.BATCH, dialect) : shape, took);
            }
        }
    }
}
