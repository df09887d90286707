package dev.poolfit.configuration;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * Keeps what is known of one pool.
 *
 * @param name of the pool, or of its section of a file
 * @param profile with which alone it is so; empty where it is so in any case
 * @param settings its own and its driver's, such as {@code pool.maxLifetime} in milliseconds and
 *     {@code driver.socketTimeout}
 * @param url its address without its parameters
 * @param user its database user
 * @param whole whether a setting of the driver that is not among the settings is not set anywhere
 */
public record PoolSettings(
        String name,
        Optional<String> profile,
        Map<String, String> settings,
        Optional<String> url,
        Optional<String> user,
        boolean whole) {
    public PoolSettings {
        settings = Map.copyOf(settings);
    }

    PoolSettings with(String only) {
        return new PoolSettings(name, Optional.of(only), settings, url, user, whole);
    }

    /** Returns its name, and the profile where it is so with one alone. */
    String title() {
        return profile.map(only -> name + " (" + only + ")").orElse(name);
    }

    /** Returns its name and its own settings, as Spring Boot calls them: what it was looked at with. */
    public String description() {
        String all = settings.entrySet().stream()
                .filter(each -> each.getKey().startsWith("pool."))
                .sorted(Map.Entry.comparingByKey())
                .map(each ->
                        each.getKey()
                                        .substring("pool.".length())
                                        .replaceAll("([A-Z])", "-$1")
                                        .toLowerCase(Locale.ROOT) + " " + each.getValue())
                .collect(Collectors.joining(", "));
        return all.isEmpty() ? title() : title() + ": " + all;
    }

    /** Returns a setting as a number; empty where it is not known, or is none. */
    OptionalDouble number(String setting) {
        return Configuration.number(settings, setting);
    }

    boolean isMySql() {
        return leadsTo("jdbc:mysql:") || leadsTo("jdbc:mariadb:");
    }

    boolean isPostgres() {
        return leadsTo("jdbc:postgresql:");
    }

    boolean leadsTo(String scheme) {
        return url.filter(each -> each.startsWith(scheme)).isPresent();
    }

    /** Returns whether it opens connections beyond those that it keeps. */
    boolean grows() {
        return number("pool.minimumIdle").orElse(0)
                < number("pool.maximumPoolSize").orElse(0);
    }
}
