package dev.poolfit.agent;

import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;

/** What the keeper of the service's settings offers over JMX; only JDK types, so that the caller needs none of its classes. */
public interface KeeperMBean {
    /**
     * Gives the pools and web servers that run now MBeans where they have none of their own: pools the ones that HikariCP
     * itself would register, web servers {@code dev.poolfit:type=ThreadPool,name="…"} with the attributes of Tomcat's.
     *
     * @return how many pools are there
     */
    int publish();

    /**
     * What the service is, in types of the JDK: lists under {@code pools}, {@code ports} and {@code routes}. It holds no
     * password.
     */
    Map<String, Object> describe();

    /** What the service's container may use: {@code cpu} in cores, {@code memoryMiB}; what has no limit is left out. */
    Map<String, Double> limits();

    /**
     * Changes an attribute for a tuner, and remembers what it was at first.
     *
     * @throws JMException if it cannot be changed
     */
    void change(String tuner, ObjectName bean, String attribute, Object value) throws JMException;

    /**
     * Closes the connections of a pool that are more than so many: idle ones at once, then those in use when they are
     * given back.
     *
     * @return whether that could be done
     */
    boolean evict(String pool, int size);

    /** Another tuner comes, and publishes. */
    void join(String tuner);

    /** A tuner gives a sign of life; one that gives none for 60 s is taken for lost, whatever others do. */
    void stay(String tuner);

    /**
     * A tuner leaves that has put back what it changed. When the last one has gone, all MBeans that were published are
     * removed, this one included.
     */
    void leave(String tuner);

    /** A tuner is lost: what still has a value that {@link #change} gave for it is put back, then it leaves. */
    void lose(String tuner);

    /** All tuners are lost, as whoever knows says who has put back what a killed one left. */
    void loseAll();
}
