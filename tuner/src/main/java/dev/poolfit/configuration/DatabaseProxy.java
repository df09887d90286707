package dev.poolfit.configuration;

import dev.poolfit.experiment.Database;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A program between a service and its database that keeps connections of its own, known by the address that it usually has. */
enum DatabaseProxy {
    /** Amazon, "RDS Proxy connection considerations": IdleClientTimeout is 1,800 s unless set. */
    RDS_PROXY(
            "RDS Proxy",
            1_800,
            address -> Endpoint.OF_RDS_PROXY.matcher(address.host()).find()),
    /** Its {@code listen_port} is 6432 unless set; {@code client_idle_timeout} is off. Azure's built-in one has the same port. */
    PGBOUNCER("PgBouncer", 0, address -> address.dialect() == Database.Dialect.POSTGRESQL && address.port() == 6432),
    /** It listens on 6033 unless set; {@code mysql-wait_timeout} is 8 hours. */
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

    /** The one that a JDBC address leads to; empty where none is known. */
    static Optional<DatabaseProxy> of(String url) {
        return Database.of(url)
                .flatMap(address -> Stream.of(values())
                        .filter(each -> each.usual.test(address))
                        .findFirst());
    }

    String product() {
        return product;
    }

    /** After how many seconds it closes a silent connection of a client, unless set otherwise; 0 is never. */
    int idleSeconds() {
        return idleSeconds;
    }
}
