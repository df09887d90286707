package dev.poolfit.configuration;

import dev.poolfit.database.DatabaseLimits;
import dev.poolfit.experiment.Ceiling;
import dev.poolfit.units.BadQuantity;
import dev.poolfit.units.Durations;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The settings of a service, as far as they are known.
 *
 * @param pool of the pool and its driver, such as {@code pool.maxLifetime} in milliseconds
 * @param service of the server and of Spring, such as {@code server.maxThreads}
 * @param url the pool's address without its parameters
 * @param user the pool's database user
 * @param limits of the database
 * @param ceiling of all instances together
 * @param patience after which the callers of the service give up, such as {@code timeout:} of an experiment's load
 * @param pools how many pools the service has, at least 1
 * @param nested whether a thread was seen to take a second connection
 */
public record Configuration(
        Map<String, String> pool,
        Map<String, String> service,
        Optional<String> url,
        Optional<String> user,
        Optional<DatabaseLimits> limits,
        Optional<Ceiling> ceiling,
        Optional<Duration> patience,
        int pools,
        boolean nested) {
    public Configuration {
        pool = Map.copyOf(pool);
        service = Map.copyOf(service);
    }

    /** A setting of the pool or its driver as a number; empty where it is not known. */
    OptionalDouble number(String name) {
        return number(pool, name);
    }

    /** A setting of the server or of Spring as a number. */
    OptionalDouble serviceNumber(String name) {
        return number(service, name);
    }

    /** A duration of Spring's in milliseconds: a number of them, or one with its unit such as {@code 20s}. */
    OptionalDouble serviceMillis(String name) {
        OptionalDouble number = serviceNumber(name);
        String text = service.get(name);
        if (number.isPresent() || text == null) {
            return number;
        }
        try {
            return OptionalDouble.of(Durations.seconds(Durations.parse(text)) * 1e3);
        } catch (BadQuantity other) {
            return OptionalDouble.empty();
        }
    }

    boolean isMySql() {
        return url.filter(each -> each.startsWith("jdbc:mysql:") || each.startsWith("jdbc:mariadb:"))
                .isPresent();
    }

    boolean hasJpa() {
        return service.containsKey("jpa");
    }

    boolean openInView() {
        return hasJpa() && !"false".equals(service.get("spring.jpa.open-in-view"));
    }

    private static OptionalDouble number(Map<String, String> settings, String name) {
        try {
            String text = settings.get(name);
            return text == null ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
        } catch (NumberFormatException words) {
            return OptionalDouble.empty();
        }
    }
}
