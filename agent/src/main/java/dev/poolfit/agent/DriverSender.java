package dev.poolfit.agent;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;

/** The drivers whose connections send by one object of an interface, so that a tap changes no object of JDBC. */
enum DriverSender {
    POSTGRESQL(
            "org.postgresql.jdbc.PgConnection", "queryExecutor", "org.postgresql.core.QueryExecutor", "getNativeSql") {
        @Override
        boolean isStatement(Object[] arguments, Object message) {
            return arguments.length < 6
                    || !(arguments[5] instanceof Integer)
                    || ((Integer) arguments[5] & DESCRIBE_ONLY) == 0;
        }
    },
    /** MariaDB Connector/J 2. */
    MARIADB_2(
            "org.mariadb.jdbc.MariaDbConnection", "protocol", "org.mariadb.jdbc.internal.protocol.Protocol", "getSql") {
        /** Tells statements by the method's parameters: a text alone is what the connection sends by itself. */
        @Override
        String sql(Method method, Object[] arguments) throws ReflectiveOperationException {
            for (Object each : arguments.length == 1 ? new Object[0] : arguments) {
                if (each instanceof String) {
                    return (String) each;
                }
                if (each != null && each.getClass().getSimpleName().endsWith("PrepareResult")) {
                    return (String) each.getClass().getMethod("getSql").invoke(each);
                }
                if (each instanceof List) {
                    return several((List<?>) each);
                }
            }
            return null;
        }

        private String several(List<?> statements) {
            Object first = statements.isEmpty() ? null : statements.get(0);
            return statements.stream().allMatch(each -> each.equals(first)) ? (String) first : Shapes.BATCH;
        }
    },
    /** MariaDB Connector/J 3. */
    MARIADB("org.mariadb.jdbc.Connection", "client", "org.mariadb.jdbc.client.Client", "description") {
        @Override
        boolean isStatement(Object[] arguments, Object message) {
            String kind = message.getClass().getSimpleName();
            return arguments.length > 1
                    && arguments[1] instanceof java.sql.Statement
                    && (kind.startsWith("Query")
                            || kind.startsWith("Execute")
                            || kind.startsWith("Bulk")
                            || kind.startsWith("PrepareExecute"));
        }

        @Override
        String statement(Object message, String text) {
            if (message.getClass().getSimpleName().startsWith("Query")) {
                return text;
            }
            for (String prefix : List.of("PREPARE + EXECUTE", "EXECUTE", "BULK:")) {
                if (text.startsWith(prefix)) {
                    return text.substring(prefix.length()).trim();
                }
            }
            return text;
        }
    };

    private static final int DESCRIBE_ONLY = 32;
    /** Newer JDKs write a warning into the service's log when a final field is set. */
    private static final int LAST_JDK = 25;
    /** The statements that the connection sends by itself. */
    private static final Set<String> OWN = Set.of("", "BEGIN", "COMMIT", "ROLLBACK");

    private final String connection;
    final String field;
    private final String sender;
    private final String text;

    DriverSender(String connection, String field, String sender, String text) {
        this.connection = connection;
        this.field = field;
        this.sender = sender;
        this.text = text;
    }

    /** Returns whether the message is one that a statement of the service sends. */
    boolean isStatement(Object[] arguments, Object message) {
        return true;
    }

    /** Returns the statement of a message, whose text may tell what else it does. */
    String statement(Object message, String text) {
        return text;
    }

    /** Returns the driver of a connection; null if it is another one. */
    static DriverSender of(Object connection) {
        for (DriverSender each : values()) {
            if (each.connection.equals(connection.getClass().getName())
                    && Runtime.version().feature() <= LAST_JDK) {
                return each;
            }
        }
        return null;
    }

    /** Returns the interface of what sends; null if this one is not as known. */
    Class<?> type(Object real) {
        for (Class<?> type = real.getClass(); type != null; type = type.getSuperclass()) {
            for (Class<?> each : type.getInterfaces()) {
                if (each.getName().equals(sender)) {
                    return each;
                }
            }
        }
        return null;
    }

    /**
     * Returns the statement that a call of the interface sends; null if it is none of the service's.
     *
     * @param method whose first parameter is a message or several
     * @return {@link Shapes#BATCH} if there are several that differ
     */
    String sql(Method method, Object[] arguments) throws ReflectiveOperationException {
        Class<?> type = method.getParameterTypes()[0];
        if (!type.isArray()) {
            return sql(type, arguments, arguments[0]);
        }
        String first = null;
        for (Object message : (Object[]) arguments[0]) {
            String sql = message == null ? null : sql(type.getComponentType(), arguments, message);
            if (first != null && sql != null && !first.equals(sql)) {
                return Shapes.BATCH;
            }
            first = first == null ? sql : first;
        }
        return first;
    }

    private String sql(Class<?> type, Object[] arguments, Object message) throws ReflectiveOperationException {
        if (!isStatement(arguments, message)) {
            return null;
        }
        Object told = type.getMethod(text).invoke(message);
        String sql = told == null ? "" : statement(message, told.toString());
        return OWN.contains(sql) || sql.startsWith("SET SESSION CHARACTERISTICS") ? null : sql;
    }
}
