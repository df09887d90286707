package dev.poolfit.service;

import java.io.PrintWriter;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** Connections to nothing, which are always valid. */
final class StubDataSource implements DataSource {
    private static final AtomicInteger OPENED = new AtomicInteger();

    /** How many connections were ever opened. */
    static int opened() {
        return OPENED.get();
    }

    @Override
    public Connection getConnection() {
        OPENED.incrementAndGet();
        return (Connection) Proxy.newProxyInstance(
                StubDataSource.class.getClassLoader(), new Class<?>[] {Connection.class}, StubDataSource::answer);
    }

    private static @org.jspecify.annotations.Nullable Object answer(
            Object connection, Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "isValid", "getAutoCommit" -> true;
            case "isClosed", "isReadOnly" -> false;
            case "getTransactionIsolation" -> Connection.TRANSACTION_READ_COMMITTED;
            case "getNetworkTimeout", "getHoldability" -> 0;
            case "hashCode" -> System.identityHashCode(connection);
            case "equals" -> connection == arguments[0];
            case "toString" -> "stub";
            default -> null;
        };
    }

    @Override
    public Connection getConnection(String user, String password) {
        return getConnection();
    }

    @Override
    public PrintWriter getLogWriter() {
        return new PrintWriter(java.io.Writer.nullWriter());
    }

    @Override
    public void setLogWriter(PrintWriter writer) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getGlobal();
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        return type.cast(this);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }
}
