package dev.poolfit.service;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Wrapper;
import java.util.LinkedHashSet;
import java.util.Set;
import javax.sql.DataSource;

/** What a service sees of the objects of JDBC that a pool gives it: classes, what they unwrap to, and whose they are. */
final class JdbcObjects {
    private JdbcObjects() {}

    /** One line for each question; equal texts are equal answers. */
    static String of(DataSource pool) {
        var told = new StringBuilder();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                PreparedStatement prepared = connection.prepareStatement("select ? + 0 as secret_free")) {
            prepared.setInt(1, 4711);
            told.append(unwrapped("connection", connection, Connection.class));
            told.append(unwrapped("statement", statement, Statement.class));
            told.append(unwrapped("prepared", prepared, PreparedStatement.class));
            try (ResultSet result = prepared.executeQuery()) {
                told.append(unwrapped("result", result, ResultSet.class));
                told.append("statement of the result ")
                        .append(result.getStatement() == prepared)
                        .append('\n');
            }
            told.append("connection of the statement ")
                    .append(statement.getConnection() == connection)
                    .append('\n');
            told.append("driver's connection of its statement ")
                    .append(prepared.unwrap(PreparedStatement.class).getConnection()
                            == connection.unwrap(Connection.class))
                    .append('\n');
            told.append("connection of the metadata ")
                    .append(connection.getMetaData().getConnection() == connection)
                    .append('\n');
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
        return told.toString();
    }

    private static String unwrapped(String name, Wrapper object, Class<?> most) throws SQLException {
        var told = new StringBuilder(name + " is " + object.getClass().getName() + "\n");
        for (Class<?> type : types(object.unwrap(most).getClass())) {
            told.append(name).append(" as ").append(type.getName()).append(' ').append(object.isWrapperFor(type));
            try {
                Object found = object.unwrap(type);
                told.append(' ').append(found.getClass().getName()).append(' ').append(found == object.unwrap(most));
            } catch (SQLException refused) {
                told.append(" refused");
            }
            told.append('\n');
        }
        return told.toString();
    }

    /** A class, those above it, and all their interfaces. */
    private static Set<Class<?>> types(Class<?> from) {
        var types = new LinkedHashSet<Class<?>>();
        for (Class<?> type = from; type != null; type = type.getSuperclass()) {
            types.add(type);
            for (Class<?> each : type.getInterfaces()) {
                types.addAll(types(each));
            }
        }
        return types;
    }
}
