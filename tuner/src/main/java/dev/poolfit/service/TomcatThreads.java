package dev.poolfit.service;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import javax.management.ObjectName;

/** The worker threads of one Tomcat connector, behind its MBean. */
final class TomcatThreads {
    static final Map<Knob, String> ATTRIBUTES = new EnumMap<>(Map.of(
            Knob.THREADS, "maxThreads",
            Knob.MIN_SPARE, "minSpareThreads",
            Knob.ACCEPT_COUNT, "acceptCount",
            Knob.MAX_CONNECTIONS, "maxConnections"));

    private final JmxLink link;
    private final ObjectName bean;

    TomcatThreads(JmxLink link, ObjectName bean) {
        this.link = link;
        this.bean = bean;
    }

    /** The connector on that port, or else the only one. */
    static Optional<TomcatThreads> find(JmxLink link, OptionalInt port) {
        List<ObjectName> beans = List.copyOf(link.find("*:type=ThreadPool,name=*"));
        Optional<ObjectName> onPort = beans.stream()
                .filter(bean -> port.isPresent()
                        && link.read(bean, "port").get("port") instanceof Number number
                        && number.intValue() == port.getAsInt())
                .findFirst();
        return onPort.or(() -> beans.size() == 1 ? Optional.of(beans.get(0)) : Optional.empty())
                .map(bean -> new TomcatThreads(link, bean));
    }

    ObjectName bean() {
        return bean;
    }

    /** What the connector says; where its threads are virtual or another executor's, without their numbers. */
    Settings settings() {
        Map<String, Object> values = link.read(bean, HikariPool.array(ATTRIBUTES.values()));
        var settings = new EnumMap<Knob, Long>(Knob.class);
        ATTRIBUTES.forEach((knob, attribute) -> {
            if (values.get(attribute) instanceof Number number && number.longValue() >= 0) {
                settings.put(knob, number.longValue());
            }
        });
        return new Settings(settings);
    }

    void resize(Settings current, int threads, int spare) {
        boolean lower = spare < current.count(Knob.MIN_SPARE);
        if (lower) {
            link.write(bean, "minSpareThreads", spare);
        }
        if (threads != current.count(Knob.THREADS)) {
            link.write(bean, "maxThreads", threads);
        }
        // Tomcat shows no more spare threads than threads, whatever it was told; more threads bring the rest to light.
        if (threads > current.count(Knob.THREADS) || spare > current.count(Knob.MIN_SPARE)) {
            link.write(bean, "minSpareThreads", spare);
        }
    }
}
