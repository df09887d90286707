package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Secret;
import dev.poolfit.units.OneLine;
import dev.poolfit.wire.AgentOperation;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.Attribute;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;

/** A JMX connection that connects anew once it broke. A call fails with EnvironmentFailure, after 5 s at the latest. */
final class JmxLink implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final int DEEPEST_CAUSE = 20;

    /** Asks something of the service's MBeans. */
    interface Question<T> {
        T ask(MBeanServerConnection server) throws Exception;
    }

    /** Connects to the service. */
    interface Way {
        JMXConnector connect() throws IOException;

        /** Returns what to say where the user or the password is refused. */
        EnvironmentFailure refused(SecurityException refused);

        /** Returns what to say where the service, who in messages, cannot be connected to. */
        EnvironmentFailure failed(String who, String reason, Exception failed);
    }

    private final Way way;
    private final String who;
    private final AtomicInteger unanswered = new AtomicInteger();
    private JMXConnector connector;
    private volatile Optional<Claim> claim = Optional.empty();
    private volatile Optional<Publication> keeper = Optional.empty();

    /** @param who the service in messages, such as {@code the service (pid 4242)} */
    JmxLink(Way way, String who) {
        this.way = way;
        this.who = who;
        connector = connect();
    }

    /** Connects to an address, as a user where one is needed. */
    JmxLink(String url, String who, Optional<String> user, Optional<Secret> password) {
        this(new JmxUrl(url, user, password), who);
    }

    private JMXConnector connect() {
        try {
            return TimeLimiter.call(LIMIT, way::connect);
        } catch (SecurityException refused) {
            throw way.refused(refused);
        } catch (Exception failed) {
            throw way.failed(who, reason(failed), failed);
        }
    }

    /** Returns the names of the MBeans that match, in order. */
    Set<ObjectName> find(String pattern) {
        Set<ObjectName> names = ask(server -> server.queryNames(new ObjectName(pattern), null));
        return new TreeSet<ObjectName>(names);
    }

    /** Reads attributes by name; those that cannot be read are left out. */
    Map<String, Object> read(ObjectName name, String... attributes) {
        return ask(server -> values(server, name, attributes));
    }

    /** Reads attributes of several MBeans; those that are gone, or cannot be read, are left out. */
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

    /** Writes attributes from now on only while the claim holds; it goes when this link is closed. */
    void writeUnder(Claim held) {
        claim = Optional.of(held);
    }

    /** Keeps what is about to be changed beside the claim, where there is one. */
    void changing(String changes) {
        claim.ifPresent(held -> held.changing(changes));
    }

    /** Lets the keeper within the service change settings from now on; it is let go of when this link is closed. */
    void keepBy(Publication kept) {
        keeper = Optional.of(kept);
    }

    /** Returns the keeper within the service, where one was loaded. */
    Optional<Publication> keeper() {
        return keeper;
    }

    /** @return what the service shows right afterwards, which may be another value than it was given */
    Object write(ObjectName name, String attribute, Object value) {
        claim.ifPresent(Claim::require);
        return ask(server -> {
            unanswered.incrementAndGet();
            try {
                // Whoever gave up on this call before it was counted must not see it sent all the same.
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                if (keeper.isPresent()) {
                    keeper.get().change(server, name, attribute, value);
                } else {
                    server.setAttribute(name, new Attribute(attribute, value));
                }
                return server.getAttribute(name, attribute);
            } finally {
                unanswered.decrementAndGet();
            }
        });
    }

    /** Returns whether a change was sent that neither succeeded nor failed yet: a service that is frozen makes it later. */
    boolean unanswered() {
        return unanswered.get() > 0;
    }

    /** Calls an operation of Poolfit's agent within the service. */
    Optional<Object> invoke(AgentOperation operation, Object... arguments) {
        return ask(server -> Optional.ofNullable(operation.on(server, arguments)));
    }

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
            } catch (InstanceNotFoundException gone) {
                if (keeper.isEmpty() || !attempt(keeper.get()::again)) {
                    throw gone;
                }
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
        keeper.ifPresent(Publication::leave);
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
