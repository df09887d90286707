package dev.poolfit.agent;

import java.util.Map;

/** Says how a database reads a statement, as far as it decides where a value begins and ends. */
enum SqlDialect {
    /** Double quotes surround values, unless the server's mode says otherwise. */
    MYSQL,
    POSTGRESQL,
    /** Double quotes surround names, and nothing else is peculiar: Oracle, DB2, H2, HSQLDB, Derby. */
    STANDARD,
    /** It may be any of them, or another one. */
    UNKNOWN;

    private static final Map<String, SqlDialect> DRIVERS = Map.of(
            "com.mysql.", MYSQL,
            "org.mariadb.", MYSQL,
            "org.postgresql.", POSTGRESQL,
            "oracle.jdbc.", STANDARD,
            "com.ibm.db2.", STANDARD,
            "org.h2.", STANDARD,
            "org.hsqldb.", STANDARD,
            "org.apache.derby.", STANDARD);

    /** Tells it by the package of a driver's class; an address may name anything. */
    static SqlDialect of(Class<?> driver) {
        return of(driver.getName());
    }

    /** @param name of a driver's class */
    static SqlDialect of(String name) {
        return DRIVERS.entrySet().stream()
                .filter(each -> name.startsWith(each.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(UNKNOWN);
    }

    boolean namesInQuotes() {
        return this == POSTGRESQL || this == STANDARD;
    }
}
