package dev.poolfit.service;

import dev.poolfit.experiment.CountKnob;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.experiment.WebServer;
import dev.poolfit.experiment.WorkerThreads;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import javax.management.ObjectName;

/** The worker threads of one web server, behind Tomcat's MBean or one that the agent made like it. */
final class ServerThreads {
    static final Map<Knob, String> ATTRIBUTES = Knob.ordered(Map.of(
            Knob.THREADS, "maxThreads",
            Knob.MIN_SPARE, "minSpareThreads",
            Knob.ACCEPT_COUNT, "acceptCount",
            Knob.MAX_CONNECTIONS, "maxConnections"));

    private final JmxLink link;
    private final ObjectName bean;
    private Settings given = Settings.NONE;

    ServerThreads(JmxLink link, ObjectName bean) {
        this.link = link;
        this.bean = bean;
    }

    /** Finds those that answer that port, or else the only ones. */
    static Optional<ServerThreads> find(JmxLink link, OptionalInt port) {
        List<ObjectName> beans = List.copyOf(link.find("*:type=ThreadPool,name=*"));
        Optional<ObjectName> onPort = beans.stream()
                .filter(bean -> port.isPresent() && answers(link.read(bean, "port", "ports"), port.getAsInt()))
                .findFirst();
        return onPort.or(() -> beans.size() == 1 ? Optional.of(beans.get(0)) : Optional.empty())
                .map(bean -> new ServerThreads(link, bean));
    }

    private static boolean answers(Map<String, Object> read, int port) {
        return read.get("ports") instanceof int[] ports
                ? Arrays.stream(ports).anyMatch(each -> each == port)
                : read.get("port") instanceof Number number && number.intValue() == port;
    }

    ObjectName bean() {
        return bean;
    }

    /** Returns which server's they are; Tomcat's own MBean does not say so. */
    WorkerThreads workers() {
        Map<String, Object> told = link.read(bean, "server", "leastThreads");
        return new WorkerThreads(
                told.get("server") instanceof String key
                        ? WebServer.of(key).orElse(WebServer.TOMCAT)
                        : WebServer.TOMCAT,
                told.get("leastThreads") instanceof Integer least ? least : 1);
    }

    /** Reads the settings; where requests run on virtual threads or another executor, without the number of threads. */
    Settings settings() {
        Map<String, Object> values = link.read(bean, HikariPool.array(ATTRIBUTES.values()));
        var settings = new HashMap<Knob, Long>();
        ATTRIBUTES.forEach((knob, attribute) -> {
            if (values.get(attribute) instanceof Number number && number.longValue() >= 0) {
                settings.put(knob, number.longValue());
            }
        });
        return new Settings(settings);
    }

    /** Changes their number, and that of the spare ones where the target has it. */
    void resize(Settings current, Settings target) {
        boolean lower = less(Knob.MIN_SPARE, target, current);
        if (lower) {
            write(Knob.MIN_SPARE, target);
        }
        if (!target.agree(Knob.THREADS, current)) {
            write(Knob.THREADS, target);
        }
        // Tomcat shows no more spare threads than threads, whatever it was told; more threads bring the rest to light.
        if (target.has(Knob.MIN_SPARE)
                && (less(Knob.THREADS, current, target) || less(Knob.MIN_SPARE, current, target))) {
            write(Knob.MIN_SPARE, target);
        }
    }

    private static boolean less(CountKnob knob, Settings one, Settings other) {
        return one.has(knob) && other.has(knob) && one.count(knob) < other.count(knob);
    }

    private void write(CountKnob knob, Settings target) {
        if (link.write(bean, ATTRIBUTES.getOrDefault(knob, ""), target.count(knob)) instanceof Number shown) {
            given = given.with(Settings.ofNumber(knob, shown.longValue()));
        }
    }

    /** Returns the settings that it showed right after each change. */
    Settings given() {
        return given;
    }
}
