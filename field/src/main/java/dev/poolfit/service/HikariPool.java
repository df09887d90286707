package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.process.ProcessIdentity;
import dev.poolfit.units.OneLine;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.openmbean.TabularData;

/** One HikariCP pool behind its two MBeans. */
final class HikariPool {
    /** The period of housekeeping where no system property of the service sets it; HikariPool.java of HikariCP. */
    private static final Duration USUAL_HOUSEKEEPING = Duration.ofSeconds(30);

    private static final String HOUSEKEEPING = "com.zaxxer.hikari.housekeeping.periodMs";
    private static final ObjectName JVM = objectName(ManagementFactory.RUNTIME_MXBEAN_NAME);
    private static final ObjectName SYSTEM = objectName(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME);
    private static final String PROCESSORS = "AvailableProcessors";
    private static final String NAME = "Name";
    private static final String START = "StartTime";
    private static final String CONFIG = "com.zaxxer.hikari:type=PoolConfig (";
    static final Map<Knob, String> ATTRIBUTES = Knob.ordered(Map.of(
            Knob.POOL, "MaximumPoolSize",
            Knob.MINIMUM_IDLE, "MinimumIdle",
            Knob.CONNECTION_TIMEOUT, "ConnectionTimeout",
            Knob.MAX_LIFETIME, "MaxLifetime"));

    private static final Pattern MILLISECONDS = Pattern.compile("[1-9]\\d{0,9}");

    private final JmxLink link;
    private final String name;
    private final ObjectName config;
    private final ObjectName bean;
    private Settings given = Settings.NONE;

    HikariPool(JmxLink link, String name) {
        this.link = link;
        this.name = name;
        this.config = objectName(configName(name));
        this.bean = objectName("com.zaxxer.hikari:type=Pool (" + name + ")");
    }

    /**
     * Finds the pool of that name, or the only one.
     *
     * @param who the service in messages
     * @throws EnvironmentFailure if there is none, or if there are several and none is named
     */
    static HikariPool find(JmxLink link, String who, Optional<String> wanted) {
        List<String> names = names(link);
        if (names.isEmpty()) {
            throw none(who, link.keeper());
        }
        if (wanted.isPresent() ? !names.contains(wanted.get()) : names.size() > 1) {
            throw new EnvironmentFailure(
                    wanted.map(name -> who + " has no HikariCP pool named " + name)
                                    .orElse(who + " has " + names.size() + " HikariCP pools")
                            + "; there is " + OneLine.of(String.join(", ", names)),
                    "set service.pool-name to one of them");
        }
        return new HikariPool(link, wanted.orElseGet(() -> names.get(0)));
    }

    static boolean started(JmxLink link, Optional<String> wanted) {
        List<String> names = names(link);
        return wanted.map(names::contains).orElse(!names.isEmpty());
    }

    private static EnvironmentFailure none(String who, Optional<Publication> keeper) {
        Optional<String> refusal = keeper.flatMap(Publication::refusal);
        if (keeper.isPresent() && refusal.isEmpty()) {
            return new EnvironmentFailure(
                    who + " has no HikariCP pool that has started",
                    "send it one request that uses the database, since a pool may start at its first use; a pool whose name"
                            + " has one of , = : * ? or a quote is not seen, and other pools than HikariCP cannot be tuned");
        }
        return new EnvironmentFailure(
                who + " has no MBeans of HikariCP"
                        + refusal.map(reason -> ", and did not take Poolfit's agent, which needs none (" + reason + ")")
                                .orElse(""),
                "start it with spring.datasource.hikari.register-mbeans=true; if it was, send it one request that uses"
                        + " the database, since the pool may start at its first use");
    }

    private static List<String> names(JmxLink link) {
        return link.find(CONFIG + "*)").stream()
                .map(bean -> bean.getKeyProperty("type"))
                .map(type -> type.substring("PoolConfig (".length(), type.length() - 1))
                .toList();
    }

    String name() {
        return name;
    }

    Settings settings() {
        Map<String, Object> values = link.read(config, array(ATTRIBUTES.values()));
        var settings = new HashMap<Knob, Long>();
        ATTRIBUTES.forEach((knob, attribute) -> {
            if (values.get(attribute) instanceof Number number) {
                settings.put(knob, number.longValue());
            }
        });
        return new Settings(settings);
    }

    void resize(Settings current, int size, int minimumIdle) {
        int before = current.count(Knob.POOL);
        if (size > before) {
            write(Knob.POOL, size);
        }
        if (minimumIdle != current.count(Knob.MINIMUM_IDLE)) {
            write(Knob.MINIMUM_IDLE, minimumIdle);
        }
        if (size < before) {
            write(Knob.POOL, size);
            // Lowering the maximum closes nothing by itself.
            if (!link.keeper().map(keeper -> keeper.evict(name, size)).orElse(false)) {
                link.invoke(bean, "softEvictConnections");
            }
        }
    }

    /** Returns the number of processors that the JVM may use; a limit of its container counts, rounded up. */
    static OptionalInt processors(JmxLink link) {
        return link.read(SYSTEM, PROCESSORS).get(PROCESSORS) instanceof Integer count
                ? OptionalInt.of(count)
                : OptionalInt.empty();
    }

    /** Returns the period after which the pool takes over a new connection timeout. */
    Duration housekeeping() {
        return Optional.ofNullable(link.read(JVM, "SystemProperties").get("SystemProperties"))
                .map(properties -> ((TabularData) properties).get(new Object[] {HOUSEKEEPING}))
                .map(property -> property.get("value").toString())
                .filter(text -> MILLISECONDS.matcher(text).matches())
                .map(text -> Duration.ofMillis(Long.parseLong(text)))
                .orElse(USUAL_HOUSEKEEPING);
    }

    void connectionTimeout(Duration timeout) {
        write(Knob.CONNECTION_TIMEOUT, timeout.toMillis());
    }

    private void write(Knob knob, Number value) {
        if (link.write(config, ATTRIBUTES.getOrDefault(knob, ""), value) instanceof Number shown) {
            given = given.with(Settings.ofNumber(knob, shown.longValue()));
        }
    }

    /** Returns the settings that it showed right after each change. */
    Settings given() {
        return given;
    }

    /** Returns the name of the MBean that holds a pool's settings. */
    static String configName(String pool) {
        return CONFIG + pool + ")";
    }

    /** Tells the JVM from any other: its name and the milliseconds since 1970 at which it says that it started. */
    String jvm() {
        Map<String, Object> values = jvmValues();
        return values.get(NAME) + " started " + values.get(START);
    }

    /** Returns the process of the JVM, where its name and its start are those of one on this machine. */
    Optional<ProcessIdentity> processHere() {
        Map<String, Object> values = jvmValues();
        return values.get(NAME) instanceof String name && values.get(START) instanceof Long start
                ? ProcessIdentity.ofJvm(name, Instant.ofEpochMilli(start))
                : Optional.empty();
    }

    private Map<String, Object> jvmValues() {
        Map<String, Object> values = link.read(JVM, NAME, START);
        if (values.size() < 2) {
            throw new EnvironmentFailure(
                    "the service's JVM does not tell its name and its start by JMX",
                    "connect as a JMX user who may read " + JVM);
        }
        return values;
    }

    boolean unanswered() {
        return link.unanswered();
    }

    ObjectName config() {
        return config;
    }

    ObjectName bean() {
        return bean;
    }

    static String[] array(Collection<String> names) {
        return names.toArray(String[]::new);
    }

    static ObjectName objectName(String text) {
        try {
            return new ObjectName(text);
        } catch (MalformedObjectNameException malformed) {
            throw new EnvironmentFailure(
                    text + " is no name of an MBean", "give the pool a name of letters and digits", malformed);
        }
    }
}
