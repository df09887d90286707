package dev.poolfit.configuration;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads after which time the database closes a session that does nothing, where a pool sets that for its own sessions:
 * MySQL's and MariaDB's {@code wait_timeout}, in seconds, and PostgreSQL's {@code idle_session_timeout}, in
 * milliseconds unless it has a unit.
 */
final class SessionTimeout {
    private static final Pattern SET = Pattern.compile(
            "(?i)(?<!\\w)(wait_timeout|idle_session_timeout)\\s*(?:=|\\sto\\s)\\s*'?\\s*(\\d{1,9})\\s*(ms|s|min|h|d)?\\b");
    private static final Map<String, Double> UNITS =
            Map.of("ms", 1.0, "s", 1e3, "min", 60e3, "h", 3_600e3, "d", 86_400e3);

    private SessionTimeout() {}

    /** Returns milliseconds, 0 for never; empty where the pool does not set it. */
    static OptionalDouble millis(PoolSettings pool) {
        return Stream.of("pool.connectionInitSql", "driver.sessionVariables", "driver.options")
                .map(name -> pool.settings().getOrDefault(name, ""))
                .map(SET::matcher)
                .filter(Matcher::find)
                .mapToDouble(SessionTimeout::millis)
                .findFirst();
    }

    static Optional<String> within(String text) {
        Matcher set = SET.matcher(text);
        return set.find() ? Optional.of(set.group()) : Optional.empty();
    }

    private static double millis(Matcher set) {
        String unit = set.group(3);
        String usual = set.group(1).equalsIgnoreCase("wait_timeout") ? "s" : "ms";
        return Double.parseDouble(set.group(2)) * UNITS.getOrDefault(unit == null ? usual : unit, 1.0);
    }

    /** Returns the setting of HikariCP that gives its sessions so many milliseconds. */
    static String statement(PoolSettings pool, double millis) {
        long seconds = Math.round(millis / 1e3);
        return "connection-init-sql: "
                + (pool.isPostgres()
                        ? "SET idle_session_timeout = '" + seconds + "s'"
                        : "SET SESSION wait_timeout = " + seconds);
    }
}
