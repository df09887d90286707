package dev.poolfit.agent;

import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Keeps the service's settings over JMX. It uses only JDK types, so that the caller needs none of its classes. A tuner
 * is named by a text of its own choice. One that gives no sign of life for 60 s, or the {@code silence} that the agent
 * was started with, is lost: {@link #stay}, {@link #change} and {@code take} of the other MBeans are signs. Once the
 * last one has gone, calls fail with InstanceNotFoundException.
 */
public interface KeeperMBean {
    /**
     * Gives the pools and web servers that run now MBeans where they have none of their own: pools the ones that
     * HikariCP itself would register, web servers {@code dev.poolfit:type=ThreadPool,name="…"} with the attributes of
     * Tomcat's. Leaves out versions whose inside is not known.
     *
     * @return the number of pools that are there, 0 or more
     */
    int publish();

    /**
     * Describes the service in types of the JDK: lists under {@code pools}, {@code ports} and {@code routes}, a map
     * under {@code settings}. It holds no password; what cannot be read is left out.
     */
    Map<String, Object> describe();

    /**
     * Returns what the service's container may use: {@code cpu} in cores, {@code memoryMiB} in MiB, both above 0; what
     * has no limit is left out.
     */
    Map<String, Double> limits();

    /**
     * Changes an attribute for a tuner, and remembers its first value. Fails with RuntimeMBeanException where the bean
     * throws so.
     *
     * @param value of the attribute's own type and unit
     * @throws JMException if the tuner has left, or if the attribute is not there or refuses the value
     */
    void change(String tuner, ObjectName bean, String attribute, Object value) throws JMException;

    /**
     * Closes the connections of a pool beyond a size: idle ones at once, then those in use when they are given back.
     *
     * @param pool its name
     * @param size connections that are kept, 0 or more
     * @return false if there is no such pool, or if HikariCP's inside is not as known
     */
    boolean evict(String pool, int size);

    /** Adds a tuner that gives a sign of life by that, and publishes as {@link #publish} does. */
    void join(String tuner);

    /** Notes a sign of life of a tuner; does nothing for one that has left. */
    void stay(String tuner);

    /**
     * Removes a tuner that has put back what it changed; does nothing if it has left before. When the last one has
     * gone, removes all MBeans that were published, this one included.
     */
    void leave(String tuner);

    /**
     * Puts back what still has a value that {@link #change} gave for a lost tuner alone, then removes the tuner. A
     * value that the service refuses stays.
     */
    void lose(String tuner);

    /** Loses all tuners, each as {@link #lose} does; for whoever has put back what a killed one left. */
    void loseAll();
}
