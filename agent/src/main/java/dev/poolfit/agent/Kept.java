package dev.poolfit.agent;

import java.util.HashSet;
import java.util.Set;
import javax.management.Attribute;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Keeps of a changed attribute its value before any tuner came, all that it was given, and who still changes it. */
final class Kept {
    private final MBeanServer server;
    private final ObjectName bean;
    private final String attribute;
    private final Object found;
    private final Set<Object> given = new HashSet<>();
    private final Set<String> tuners = new HashSet<>();

    Kept(MBeanServer server, ObjectName bean, String attribute) throws JMException {
        this.server = server;
        this.bean = bean;
        this.attribute = attribute;
        found = server.getAttribute(bean, attribute);
    }

    void change(String tuner, Object value) throws JMException {
        tuners.add(tuner);
        given.add(value);
        server.setAttribute(bean, new Attribute(attribute, value));
        // HikariCP repairs some values.
        given.add(server.getAttribute(bean, attribute));
    }

    boolean isOnlyOf(String tuner) {
        return tuners.equals(Set.of(tuner));
    }

    /** Removes a tuner from those that change it, and returns whether it was the last one. */
    boolean leave(String tuner) {
        return tuners.remove(tuner) && tuners.isEmpty();
    }

    /**
     * Puts it back, unless somebody else has changed it meanwhile.
     *
     * @return whether that was done; not where it is as it was, or where its MBean is gone
     * @throws JMException if it is refused
     */
    boolean putBack() throws JMException {
        try {
            Object present = server.getAttribute(bean, attribute);
            if (present.equals(found) || !given.contains(present)) {
                return false;
            }
            server.setAttribute(bean, new Attribute(attribute, found));
            return true;
        } catch (InstanceNotFoundException gone) {
            return false;
        }
    }
}
