package dev.poolfit.benchmarks.truth;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Connections to nothing, which are always valid. */
public final class StubDatabase {
    private StubDatabase() {}

    public static DataSource source() {
        return stub(
                DataSource.class,
                (self, method, arguments) ->
                        method.getName().equals("getConnection") ? connection() : answer(self, method, arguments));
    }

    private static Connection connection() {
        return stub(Connection.class, StubDatabase::answer);
    }

    private static <T> T stub(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(StubDatabase.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static @Nullable Object answer(Object self, Method method, Object @Nullable [] arguments) {
        return switch (method.getName()) {
            case "isValid", "getAutoCommit" -> true;
            case "getTransactionIsolation" -> Connection.TRANSACTION_READ_COMMITTED;
            case "hashCode" -> System.identityHashCode(self);
            case "equals" -> arguments != null && self == arguments[0];
            case "toString" -> "stub";
            default -> nothing(method.getReturnType());
        };
    }

    private static @Nullable Object nothing(Class<?> type) {
        if (type == boolean.class) {
            return false;
        }
        return type == int.class ? 0 : null;
    }
}
