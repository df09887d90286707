package dev.poolfit.benchmarks.harm;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A database that answers nothing and counts its connections; {@code getCatalog} finds that they are broken. */
final class CountedDatabase {
    private final AtomicInteger open = new AtomicInteger();
    volatile boolean refuses;

    int open() {
        return open.get();
    }

    DataSource source() {
        return proxy(DataSource.class, (self, method, arguments) -> {
            if (!method.getName().equals("getConnection")) {
                return answer(self, method.getName(), method.getReturnType());
            }
            if (refuses) {
                throw new SQLException("refused", "08001");
            }
            open.incrementAndGet();
            return connection();
        });
    }

    private Connection connection() {
        var closed = new AtomicBoolean();
        return proxy(Connection.class, (self, method, arguments) -> {
            String name = method.getName();
            if (name.equals("close") || name.equals("abort")) {
                if (!closed.getAndSet(true)) {
                    open.decrementAndGet();
                }
                return null;
            }
            if (name.equals("getCatalog")
                    && arguments == null
                    && Thread.currentThread().getName().startsWith("user")) {
                throw new SQLException("broken", "08006");
            }
            return name.equals("isClosed") ? closed.get() : answer(self, name, method.getReturnType());
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(CountedDatabase.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static @Nullable Object answer(Object self, String name, Class<?> type) {
        if (name.equals("hashCode")) {
            return System.identityHashCode(self);
        }
        if (name.equals("isValid") || name.equals("getAutoCommit")) {
            return true;
        }
        if (name.equals("getTransactionIsolation")) {
            return Connection.TRANSACTION_READ_COMMITTED;
        }
        return type == boolean.class ? Boolean.FALSE : type == int.class ? (Object) 0 : null;
    }
}
