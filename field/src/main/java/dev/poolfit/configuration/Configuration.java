package dev.poolfit.configuration;

import dev.poolfit.database.DatabaseLimits;
import dev.poolfit.experiment.Ceiling;
import dev.poolfit.units.BadQuantity;
import dev.poolfit.units.Durations;
import dev.poolfit.wire.DescriptionKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Keeps the settings of a service, as far as they are known.
 *
 * @param pools that are looked at
 * @param beside pools that are not looked at, but take connections of the same database
 * @param service settings of the server and of Spring, such as {@code server.maxThreads}
 * @param limits of the database
 * @param ceiling of all instances together
 * @param patience after which the callers of the service give up, such as {@code timeout:} of an experiment's load
 */
public record Configuration(
        List<PoolSettings> pools,
        List<PoolSettings> beside,
        Map<String, String> service,
        Optional<DatabaseLimits> limits,
        Optional<Ceiling> ceiling,
        Optional<Duration> patience) {
    public Configuration {
        pools = List.copyOf(pools);
        beside = List.copyOf(beside);
        service = Map.copyOf(service);
    }

    /** Returns a setting of the pool as a number; empty where it is not known, or where there are several pools. */
    OptionalDouble number(String name) {
        return pools.size() == 1 ? pools.get(0).number(name) : OptionalDouble.empty();
    }

    /** Returns a setting of the server or of Spring as a number. */
    OptionalDouble serviceNumber(String name) {
        return number(service, name);
    }

    /** Returns a duration of Spring's in milliseconds: a number of them, or one with its unit such as {@code 20s}. */
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

    boolean hasJpa() {
        return service.containsKey(DescriptionKey.JPA);
    }

    /** Returns whether it is on, as it is unless it is set. */
    boolean openInView() {
        return hasJpa() && "true".equals(service.getOrDefault("spring.jpa.open-in-view", "true"));
    }

    static OptionalDouble number(Map<String, String> settings, String name) {
        try {
            String text = settings.get(name);
            return text == null ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
        } catch (NumberFormatException words) {
            return OptionalDouble.empty();
        }
    }
}
