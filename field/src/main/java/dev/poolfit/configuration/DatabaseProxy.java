package dev.poolfit.configuration;

import dev.poolfit.experiment.Database;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Knows programs between a service and its database that keep connections, by the address that they usually have. */
enum DatabaseProxy {
    /**
     * {@code IdleClientTimeout} is 1,800 s unless set (docs.aws.amazon.com/AmazonRDS/latest/UserGuide/rds-proxy-connections.html).
     * Its addresses are such as {@code shop.proxy-ab0cd1efghij.us-east-1.rds.amazonaws.com} (aws-cli, examples of
     * {@code delete-db-proxy}).
     */
    RDS_PROXY(
            "RDS Proxy",
            1_800,
            address -> Endpoint.OF_RDS_PROXY.matcher(address.host()).find()),
    /**
     * {@code listen_port} is 6432 and {@code client_idle_timeout} is off unless set (pgbouncer/pgbouncer, doc/config.md).
     * Azure's built-in one has the same port (learn.microsoft.com/azure/postgresql/flexible-server/concepts-pgbouncer).
     */
    PGBOUNCER("PgBouncer", 0, address -> address.dialect() == Database.Dialect.POSTGRESQL && address.port() == 6432),
    /** {@code mysql-interfaces} is port 6033 and {@code mysql-wait_timeout} 8 hours unless set (sysown/proxysql, lib/MySQL_Thread.cpp). */
    PROXYSQL("ProxySQL", 28_800, address -> address.dialect() != Database.Dialect.POSTGRESQL && address.port() == 6033);

    /** A constant of an enum may not use its own fields. */
    private static final class Endpoint {
        static final Pattern OF_RDS_PROXY = Pattern.compile("\\.proxy-\\w+\\.[\\w-]+\\.rds\\.amazonaws\\.com");
    }

    private final String product;
    private final int idleSeconds;
    private final Predicate<Database> usual;

    DatabaseProxy(String product, int idleSeconds, Predicate<Database> usual) {
        this.product = product;
        this.idleSeconds = idleSeconds;
        this.usual = usual;
    }

    /** Returns the one that a JDBC address leads to; empty where none is known. */
    static Optional<DatabaseProxy> of(String url) {
        return Database.of(url)
                .flatMap(address -> Stream.of(values())
                        .filter(each -> each.usual.test(address))
                        .findFirst());
    }

    String product() {
        return product;
    }

    /** Returns the seconds after which it closes a silent connection of a client, unless set otherwise; 0 is never. */
    int idleSeconds() {
        return idleSeconds;
    }
}
