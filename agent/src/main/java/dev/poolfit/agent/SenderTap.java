package dev.poolfit.agent;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Stands before the object that sends within a driver's connection. */
final class SenderTap extends StandIn implements Tap {
    private final Object entry;
    private final Object connection;
    private final DriverSender driver;
    private final SqlDialect dialect;
    private final Reflection reflection;
    private final Watched watched;

    private SenderTap(
            Object entry,
            Object connection,
            DriverSender driver,
            Object sender,
            Reflection reflection,
            Watched watched) {
        super(sender);
        this.entry = entry;
        this.connection = connection;
        this.driver = driver;
        this.reflection = reflection;
        this.watched = watched;
        dialect = SqlDialect.of(connection.getClass());
    }

    /** Puts one before a connection of the pool's entry; returns null if the driver is not known to send in this way. */
    static Tap of(Object entry, Object connection, Reflection reflection, Watched watched) {
        DriverSender driver = DriverSender.of(connection);
        Object sender = driver == null ? null : reflection.field(connection, driver.field);
        Class<?> type = sender == null ? null : driver.type(sender);
        if (type == null) {
            return null;
        }
        SenderTap tap = new SenderTap(entry, connection, driver, sender, reflection, watched);
        reflection.set(
                connection, driver.field, Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, tap));
        return tap;
    }

    @Override
    public boolean stands() {
        return isBehind(reflection.field(connection, driver.field));
    }

    @Override
    public void remove() {
        if (stands()) {
            reflection.set(connection, driver.field, real);
        }
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        int shape = watched.isOff() || arguments == null || !method.getName().startsWith("execute")
                ? Watched.NONE
                : watched.shape(sql(method, arguments), dialect);
        if (shape == Watched.NONE) {
            return handOn(method, arguments);
        }
        Hold hold = watched.used(entry);
        long begin = System.nanoTime();
        try {
            return handOn(method, arguments);
        } finally {
            watched.sent(hold, shape, System.nanoTime() - begin);
        }
    }

    private String sql(Method method, Object[] arguments) {
        try {
            return driver.sql(method, arguments);
        } catch (Throwable ours) { // the service must not notice
            watched.failed();
            return null;
        }
    }
}
