package dev.poolfit.agent;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Is one of the query interceptors that MySQL Connector/J calls before and after each query of a connection; its statements
 * and connections stay as they are.
 *
 * @see <a href="https://dev.mysql.com/doc/connector-j/en/connector-j-interceptors.html">the interceptors of Connector/J</a>
 */
final class InterceptorTap implements InvocationHandler, Tap {
    private static final String CONNECTION = "com.mysql.cj.jdbc.ConnectionImpl";
    private static final String INTERCEPTOR = "com.mysql.cj.interceptors.QueryInterceptor";
    private static final String PREPARED = "com.mysql.cj.PreparedQuery";
    private static final String FIELD = "queryInterceptors";

    private final Object entry;
    private final Object protocol;
    private final Object before;
    private final Object after;
    private final Class<?> prepared;
    private final Method original;
    private final Reflection reflection;
    private final Watched watched;

    // A connection sends one statement after another.
    private Hold hold;
    private int shape = Watched.NONE;
    private long begin;

    private InterceptorTap(Object entry, Object protocol, ClassLoader driver, Reflection reflection, Watched watched)
            throws ReflectiveOperationException {
        this.entry = entry;
        this.protocol = protocol;
        this.reflection = reflection;
        this.watched = watched;
        prepared = Class.forName(PREPARED, false, driver);
        original = prepared.getMethod("getOriginalSql");
        Object own = Proxy.newProxyInstance(driver, new Class<?>[] {Class.forName(INTERCEPTOR, false, driver)}, this);
        before = reflection.field(protocol, FIELD);
        List<Object> all = new ArrayList<>(before == null ? List.of() : (List<?>) before);
        all.add(own);
        after = all;
    }

    /** Adds one to a connection of the pool's entry; returns null if it is not one of Connector/J as known. */
    static Tap of(Object entry, Object connection, Reflection reflection, Watched watched) {
        if (!connection.getClass().getName().equals(CONNECTION)) {
            return null;
        }
        Object protocol = reflection.field(reflection.field(connection, "session"), "protocol");
        try {
            InterceptorTap tap =
                    new InterceptorTap(entry, protocol, connection.getClass().getClassLoader(), reflection, watched);
            reflection.set(protocol, FIELD, tap.after);
            return tap;
        } catch (ReflectiveOperationException | RuntimeException unknown) {
            return null;
        }
    }

    @Override
    public boolean stands() {
        return reflection.field(protocol, FIELD) == after;
    }

    @Override
    public void remove() {
        if (stands()) {
            reflection.set(protocol, FIELD, before);
        }
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) {
        switch (method.getName()) {
            case "executeTopLevelOnly":
                return true;
            case "init":
                return proxy;
            case "preProcess":
                if (arguments.length == 2) {
                    begins((Supplier<?>) arguments[0], arguments[1]);
                }
                return null;
            case "postProcess":
                if (arguments.length == 4) {
                    ends();
                }
                return null;
            case "equals":
                return proxy == arguments[0];
            case "hashCode":
                return System.identityHashCode(proxy);
            case "toString":
                return getClass().getName();
            default:
                return null;
        }
    }

    /** @param query null for what the connection sends by itself */
    private void begins(Supplier<?> text, Object query) {
        shape = query == null || watched.isOff() ? Watched.NONE : watched.shape(sql(text, query), SqlDialect.MYSQL);
        if (shape != Watched.NONE) {
            // Told now, for nobody hears of a statement that fails.
            hold = watched.used(entry);
            watched.sent(hold, shape, 0);
            begin = System.nanoTime();
        }
    }

    private void ends() {
        if (shape != Watched.NONE) {
            watched.took(hold, shape, System.nanoTime() - begin);
            shape = Watched.NONE;
            hold = null;
        }
    }

    private String sql(Supplier<?> text, Object query) {
        try {
            Object sql = prepared.isInstance(query) ? original.invoke(query) : text.get();
            return sql == null ? null : sql.toString();
        } catch (Throwable ours) { // the service must not notice
            watched.failed();
            return null;
        }
    }
}
