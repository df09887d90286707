package dev.poolfit.configuration;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the settings of a pool from its sections. No other value is kept, a password least of all. */
final class PoolReader {
    /** HikariCP's settings, with the value of one that is not set (its README); an empty one follows another or its version. */
    private static final Map<String, String> NUMBERS = Map.of(
            "maxLifetime", "1800000",
            "idleTimeout", "600000",
            "keepaliveTime", "",
            "connectionTimeout", "30000",
            "minimumIdle", "",
            "maximumPoolSize", "10",
            "leakDetectionThreshold", "0");
    /** The words of dynamic-datasource and ShardingSphere for them. */
    private static final Map<String, List<String>> ALIASES = Map.of(
            "maximumPoolSize", List.of("max-pool-size"),
            "minimumIdle", List.of("min-idle", "min-pool-size"),
            "autoCommit", List.of("is-auto-commit"),
            "connectionTimeout", List.of("connection-timeout-milliseconds"),
            "idleTimeout", List.of("idle-timeout-milliseconds"),
            "maxLifetime", List.of("max-lifetime-milliseconds"));
    /** The drivers' settings that the rules know, in the address or beside it. */
    private static final List<String> OF_DRIVER = List.of(
            "cachePrepStmts",
            "rewriteBatchedStatements",
            "reWriteBatchedInserts",
            "socketTimeout",
            "prepareThreshold",
            "sessionVariables",
            "options");

    private static final Set<String> OF_SESSION = Set.of("sessionVariables", "options");
    private static final Pattern PARAMETER = Pattern.compile("[?&;]([^=&;]+)=([^&;]*)");
    private static final Pattern SCHEME = Pattern.compile("jdbc:[\\w.+-]+:.*");
    /** Matches a placeholder among the parameters, or one that stands for all after the slashes. */
    private static final Pattern HIDING =
            Pattern.compile(".*[?;].*(\\$\\{|@[\\w.-]+@).*|jdbc:[\\w:]*(//)?(\\$\\{[^}]*}|@[\\w.-]+@)");

    private final SpringReading reading;
    private final UnknownValues unknown;
    private final boolean aliases;

    /** @param aliases whether the words of dynamic-datasource and ShardingSphere are taken, too */
    PoolReader(SpringReading reading, UnknownValues unknown, boolean aliases) {
        this.reading = reading;
        this.unknown = unknown;
        this.aliases = aliases;
    }

    /**
     * Reads one pool.
     *
     * @param sections the names of those with its settings; the first one that has a setting counts
     * @param address the name of the property that has its address
     * @param users names of properties that may have its user
     * @param whole whether what is set nowhere has HikariCP's default
     */
    PoolSettings read(String name, List<String> sections, Optional<String> address, List<String> users, boolean whole) {
        var settings = new TreeMap<String, String>();
        NUMBERS.forEach((setting, usual) -> names(sections, setting)
                .findFirst()
                .map(key -> value(key).flatMap(text -> unknown.number(key, text)))
                .orElseGet(() -> isUnset(sections, setting, whole) ? Optional.of(usual) : Optional.empty())
                .filter(text -> !text.isEmpty())
                .ifPresent(text -> settings.put("pool." + setting, text)));
        if (isUnset(sections, "minimumIdle", whole) && settings.containsKey("pool.maximumPoolSize")) {
            settings.put("pool.minimumIdle", settings.get("pool.maximumPoolSize"));
        }
        names(sections, "autoCommit")
                .findFirst()
                .map(this::value)
                .orElseGet(() -> isUnset(sections, "autoCommit", whole) ? Optional.of("true") : Optional.empty())
                .ifPresent(text -> settings.put("pool.autoCommit", UnknownValues.truth(text)));
        names(sections, "connectionInitSql")
                .findFirst()
                .flatMap(this::value)
                .flatMap(SessionTimeout::within)
                .ifPresent(text -> settings.put("pool.connectionInitSql", text));
        boolean driver = driver(sections, address, settings);
        return new PoolSettings(
                name,
                Optional.empty(),
                settings,
                address.flatMap(reading.properties()::find)
                        .map(SpringValue::text)
                        .flatMap(PoolReader::shown),
                users.stream()
                        .flatMap(key -> reading.properties().value(key).stream())
                        .findFirst(),
                whole && driver);
    }

    private Optional<String> value(String key) {
        return reading.properties().find(key).flatMap(value -> unknown.known(key, value));
    }

    /** Returns the properties that set it, by their names as the file writes them. */
    private Stream<String> names(List<String> sections, String setting) {
        return sections.stream()
                .flatMap(section -> Stream.concat(
                                Stream.of(dashed(setting)),
                                aliases ? ALIASES.getOrDefault(setting, List.of()).stream() : Stream.empty())
                        .map(key -> section + "." + key))
                .filter(key -> reading.properties().find(key).isPresent())
                .map(reading.properties()::written);
    }

    /** Returns whether it surely has its default. */
    private boolean isUnset(List<String> sections, String setting, boolean whole) {
        return whole
                && names(sections, setting).findFirst().isEmpty()
                && sections.stream().noneMatch(each -> reading.isUnclear(each + "." + setting));
    }

    /** Collects the driver's settings; returns false where one of them is not known. */
    private boolean driver(List<String> sections, Optional<String> address, Map<String, String> settings) {
        Set<String> hidden = new HashSet<>();
        address.flatMap(reading.properties()::find).ifPresent(value -> {
            if (unknown.known(address.get(), value).isEmpty()
                    && (shown(value.text()).isEmpty()
                            || HIDING.matcher(value.text()).matches())) {
                hidden.add(address.get());
            }
            Matcher parameter = PARAMETER.matcher(value.text());
            while (parameter.find()) {
                if (OF_DRIVER.contains(parameter.group(1))) {
                    keep(parameter.group(1), parameter.group(2), settings);
                }
            }
        });
        for (String section : sections) {
            for (String name : OF_DRIVER) {
                String key = section + ".data-source-properties." + name;
                if (reading.properties().find(key).isEmpty()
                        || !reading.properties().written(key).endsWith(name)) {
                    continue;
                }
                value(key).ifPresentOrElse(text -> keep(name, text, settings), () -> hidden.add(key));
            }
        }
        return hidden.isEmpty()
                && address.filter(reading::isUnclear).isEmpty()
                && sections.stream().noneMatch(each -> reading.isUnclearBelow(each + ".data-source-properties"));
    }

    /** Keeps a setting; of what may hold anything, the session's timeout alone. */
    private static void keep(String name, String text, Map<String, String> settings) {
        if (OF_SESSION.contains(name)) {
            SessionTimeout.within(text).ifPresent(part -> settings.put("driver." + name, part));
        } else {
            settings.put("driver." + name, text);
        }
    }

    /** Returns an address without its parameters; empty where its scheme is hidden. */
    private static Optional<String> shown(String address) {
        return SCHEME.matcher(address).matches()
                ? Optional.of(address.replaceFirst("[?;].*", "").replaceFirst("//[^/]*@", "//"))
                : Optional.empty();
    }

    /** Returns HikariCP's default of a setting, such as that of {@code maximumPoolSize}; empty where it depends. */
    static Optional<String> usual(String setting) {
        return Optional.ofNullable(NUMBERS.get(setting)).filter(text -> !text.isEmpty());
    }

    private static String dashed(String setting) {
        return setting.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}
