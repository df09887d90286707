package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Secret;
import dev.poolfit.units.OneLine;
import java.io.IOException;
import java.net.MalformedURLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** A JMX connection whose calls end in time, and which connects anew once it broke. */
final class JmxLink implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final int DEEPEST_CAUSE = 20;

    /** What to ask of the service's MBeans. */
    interface Question<T> {
        T ask(MBeanServerConnection server) throws Exception;
    }

    private final JMXServiceURL address;
    private final String who;
    private final Map<String, Object> environment = new HashMap<>();
    private final AtomicInteger unanswered = new AtomicInteger();
    private JMXConnector connector;
    private volatile Optional<Claim> claim = Optional.empty();

    /**
     * @param url the address to connect to
     * @param who the service in messages, such as {@code the service (pid 4242)}
     */
    JmxLink(String url, String who, Optional<String> user, Optional<Secret> password) {
        this.who = who;
        // The connector's own heartbeat would keep a thread busy, and each read tells as much.
        environment.put("jmx.remote.x.client.connection.check.period", 0L);
        if (user.isPresent()) {
            environment.put(
                    JMXConnector.CREDENTIALS,
                    new String[] {user.get(), password.map(Secret::value).orElse("")});
        }
        try {
            address = new JMXServiceURL(url);
        } catch (MalformedURLException malformed) {
            throw new EnvironmentFailure(
                    "service.attach.jmx is \"" + url + "\", which is no JMX address ("
                            + OneLine.of(malformed.getMessage()) + ")",
                    "write it like service:jmx:rmi:///jndi/rmi://127.0.0.1:9010/jmxrmi",
                    malformed);
        }
        connector = connect();
    }

    /** The address is the one that the user gave, or the one that the JVM attached to gave. */
    @SuppressWarnings("BanJNDI")
    private JMXConnector connect() {
        try {
            return TimeLimiter.call(LIMIT, () -> JMXConnectorFactory.connect(address, environment));
        } catch (SecurityException refused) {
            throw new EnvironmentFailure(
                    "JMX at " + address + " refused the user or the password",
                    "check service.attach.user and service.attach.password; settings can only be changed by a user"
                            + " with readwrite access",
                    refused);
        } catch (Exception failed) {
            throw new EnvironmentFailure(
                    "could not connect to " + who + " by JMX at " + address + ": " + reason(failed),
                    "check that the service runs with -Dcom.sun.management.jmxremote.port and that its port can be"
                            + " reached from here",
                    failed);
        }
    }

    /** The MBeans whose names match, in order. */
    Set<ObjectName> find(String pattern) {
        Set<ObjectName> names = ask(server -> server.queryNames(new ObjectName(pattern), null));
        return new TreeSet<ObjectName>(names);
    }

    /** The attributes by name; those that cannot be read are left out. */
    Map<String, Object> read(ObjectName name, String... attributes) {
        return ask(server -> values(server, name, attributes));
    }

    /** The attributes of several MBeans; those that are gone, or cannot be read, are left out. */
    Map<ObjectName, Map<String, Object>> read(Map<ObjectName, String[]> attributes) {
        return ask(server -> {
            var read = new HashMap<ObjectName, Map<String, Object>>();
            for (var each : attributes.entrySet()) {
                try {
                    read.put(each.getKey(), values(server, each.getKey(), each.getValue()));
                } catch (InstanceNotFoundException gone) {
                    // The others tell what they can.
                }
            }
            return read;
        });
    }

    private static Map<String, Object> values(MBeanServerConnection server, ObjectName name, String... attributes)
            throws Exception {
        var values = new HashMap<String, Object>();
        server.getAttributes(name, attributes).asList().stream()
                .filter(attribute -> attribute.getValue() != null)
                .forEach(attribute -> values.put(attribute.getName(), attribute.getValue()));
        return values;
    }

    /** From now on attributes are written only while the claim holds; it goes when this link is closed. */
    void writeUnder(Claim held) {
        claim = Optional.of(held);
    }

    void write(ObjectName name, String attribute, Object value) {
        claim.ifPresent(Claim::require);
        ask(server -> {
            unanswered.incrementAndGet();
            try {
                // Whoever gave up on this call before it was counted must not see it sent all the same.
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                server.setAttribute(name, new javax.management.Attribute(attribute, value));
                return name;
            } finally {
                unanswered.decrementAndGet();
            }
        });
    }

    /** Whether a change was sent that neither succeeded nor failed yet: a service that is frozen makes it later. */
    boolean unanswered() {
        return unanswered.get() > 0;
    }

    /** The result of an operation without parameters. */
    Optional<Object> invoke(ObjectName name, String operation) {
        return ask(server -> Optional.ofNullable(server.invoke(name, operation, new Object[0], new String[0])));
    }

    boolean answers() {
        try {
            return ask(MBeanServerConnection::getMBeanCount) > 0;
        } catch (EnvironmentFailure silent) {
            return false;
        }
    }

    <T> T ask(Question<T> question) {
        try {
            try {
                return attempt(question);
            } catch (IOException broken) {
                reconnect();
                return attempt(question);
            }
        } catch (EnvironmentFailure known) {
            throw known;
        } catch (InstanceNotFoundException gone) {
            throw new EnvironmentFailure(
                    who + " no longer has the MBean " + OneLine.of(gone.getMessage()),
                    "check whether it closed its pool or restarted its context",
                    gone);
        } catch (SecurityException refused) {
            throw new EnvironmentFailure(
                    who + " refused a JMX call: " + reason(refused),
                    "connect as a JMX user with readwrite access",
                    refused);
        } catch (Exception failed) {
            throw new EnvironmentFailure(
                    who + " does not answer by JMX: " + reason(failed), "check that it still runs", failed);
        }
    }

    private <T> T attempt(Question<T> question) throws Exception {
        JMXConnector current = current();
        return TimeLimiter.call(LIMIT, () -> question.ask(current.getMBeanServerConnection()));
    }

    private synchronized JMXConnector current() {
        return connector;
    }

    private synchronized void reconnect() {
        connector = connect();
    }

    private static String reason(Exception failed) {
        if (failed instanceof TimeoutException) {
            return "no answer within " + LIMIT.toSeconds() + " s";
        }
        Throwable root = failed;
        // A service may send causes that go round in a ring.
        for (int depth = 0; root.getCause() != null && depth < DEEPEST_CAUSE; depth++) {
            root = root.getCause();
        }
        return root.getClass().getSimpleName()
                + (root.getMessage() == null ? "" : ": " + OneLine.of(root.getMessage()));
    }

    @Override
    public void close() {
        claim.ifPresent(Claim::close);
        JMXConnector current = current();
        try {
            TimeLimiter.call(Duration.ofSeconds(1), () -> {
                current.close();
                return current;
            });
        } catch (Exception alreadyBroken) {
            // Nothing is left to let go of.
        }
    }
}
