package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.wire.AgentBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/**
 * Keeps the tuners of a service in the order in which they came, in the service itself, where each of them sees it
 * however it is connected. The queue is a timer MBean of the JDK that is never started, so the service needs no class
 * of Poolfit and runs no thread for it. An entry is a notification; the timer numbers them, which makes the order the
 * same for all.
 */
final class TunerQueue {
    static final ObjectName BEAN = HikariPool.objectName(AgentBean.CLAIM);
    private static final String TIMER = "javax.management.timer.Timer";
    private static final ObjectName JVM = HikariPool.objectName(ManagementFactory.RUNTIME_MXBEAN_NAME);
    private static final int TRIES = 5;

    private final JmxLink link;

    /**
     * A tuner in the queue.
     *
     * @param tuner its own random name
     * @param number of its first entry
     * @param seen its last sign of life, in milliseconds of the service's life
     */
    record Place(String tuner, int number, long seen, Claimant claimant) {}

    TunerQueue(JmxLink link) {
        this.link = link;
    }

    /**
     * Returns the milliseconds that the service has lived: a clock that all tuners share.
     *
     * @throws EnvironmentFailure if it does not tell
     */
    long now() {
        if (link.read(JVM, "Uptime").get("Uptime") instanceof Long uptime) {
            return uptime;
        }
        throw new EnvironmentFailure("the service does not tell its uptime by JMX", "see who hides " + JVM);
    }

    /**
     * Adds an entry, the last one.
     *
     * @return its number
     * @throws EnvironmentFailure if the service does not take it
     */
    int add(String tuner, Claimant claimant, long now) {
        return link.ask(server -> {
            for (int i = 1; true; i++) {
                create(server);
                try {
                    return (Integer) server.invoke(
                            BEAN,
                            "addNotification",
                            new Object[] {tuner, claimant.text(), now, new Date(Long.MAX_VALUE)},
                            new String[] {
                                String.class.getName(),
                                String.class.getName(),
                                Object.class.getName(),
                                Date.class.getName()
                            });
                } catch (InstanceNotFoundException leftByTheLast) {
                    if (i == TRIES) {
                        throw leftByTheLast;
                    }
                }
            }
        });
    }

    private static void create(MBeanServerConnection server) throws Exception {
        try {
            server.createMBean(TIMER, BEAN);
        } catch (InstanceAlreadyExistsException there) {
            // Another tuner came first.
        } catch (SecurityException refused) {
            if (!server.isRegistered(BEAN)) {
                throw refused;
            }
        }
    }

    List<Place> places() {
        return link.ask(server -> {
            Map<String, Place> places = new HashMap<>();
            try {
                if (server.getAttribute(BEAN, "AllNotificationIDs") instanceof Collection<?> numbers) {
                    for (Object number : numbers) {
                        read(server, (Integer) number, places);
                    }
                }
            } catch (InstanceNotFoundException nobody) {
                return List.of();
            }
            var ordered = new ArrayList<Place>(places.values());
            ordered.sort(Comparator.comparing(Place::number));
            return ordered;
        });
    }

    private static void read(MBeanServerConnection server, Integer number, Map<String, Place> places) throws Exception {
        if (about(server, "getNotificationType", number) instanceof String tuner
                && about(server, "getNotificationMessage", number) instanceof String text
                && about(server, "getNotificationUserData", number) instanceof Long seen) {
            places.merge(
                    tuner,
                    new Place(tuner, number, seen, Claimant.of(text)),
                    (one, other) -> new Place(
                            tuner,
                            Math.min(one.number(), other.number()),
                            Math.max(one.seen(), other.seen()),
                            // What a tuner says last holds.
                            (one.number() > other.number() ? one : other).claimant()));
        }
    }

    private static Object about(MBeanServerConnection server, String what, Integer number) throws Exception {
        return server.invoke(BEAN, what, new Object[] {number}, new String[] {Integer.class.getName()});
    }

    /** Returns whether the tuner's entry with this number is still there. */
    boolean has(String tuner, int number) {
        return link.ask(server -> {
            try {
                return tuner.equals(about(server, "getNotificationType", number));
            } catch (InstanceNotFoundException nobody) {
                return false;
            }
        });
    }

    void remove(int number) {
        link.ask(server -> removed(server, "removeNotification", number));
    }

    /** Removes all entries of a tuner at once, and the queue if it was the last. */
    void leave(String tuner) {
        link.ask(server -> removed(server, "removeNotifications", tuner) && removedIfEmpty(server));
    }

    /** Removes a queue that nobody is in, as a tuner leaves it that is killed before its first entry. */
    void removeIfEmpty() {
        link.ask(TunerQueue::removedIfEmpty);
    }

    private static boolean removedIfEmpty(MBeanServerConnection server) throws Exception {
        try {
            if (!Integer.valueOf(0).equals(server.getAttribute(BEAN, "NbNotifications"))) {
                return false;
            }
            server.unregisterMBean(BEAN);
            return true;
        } catch (InstanceNotFoundException | SecurityException stays) {
            // Somebody else removed it, or this user may not.
            return false;
        }
    }

    /** @return whether there is still a queue */
    private static boolean removed(MBeanServerConnection server, String operation, Object what) throws Exception {
        try {
            server.invoke(BEAN, operation, new Object[] {what}, new String[] {
                what.getClass().getName()
            });
            return true;
        } catch (InstanceNotFoundException nobody) {
            return false;
        } catch (MBeanException removedBefore) {
            return true;
        }
    }
}
