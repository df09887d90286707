package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.LiveGuard;
import dev.poolfit.holders.HoldRecorder;
import dev.poolfit.holders.RecordedHolds;
import dev.poolfit.limiter.BorrowCounts;
import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.units.OneLine;
import dev.poolfit.wire.AgentArgument;
import dev.poolfit.wire.AgentBean;
import dev.poolfit.wire.AgentOperation;
import dev.poolfit.wire.GuardColumn;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.management.Attribute;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/**
 * Loads Poolfit's agent into the service as the keeper of its settings: it gives pools and connectors MBeans where the
 * service registers none, and puts the settings back by itself when it hears of no tuner for 60 s.
 */
final class Publication {
    private static final ObjectName BEAN = HikariPool.objectName(AgentBean.KEEPER);

    private final JmxLink link;
    private final SamplingAgent.Loader loader;
    private final String tuner = UUID.randomUUID().toString();
    private final boolean remembers;
    private final Optional<String> refusal;
    private volatile boolean left;

    /** Loads the agent; a service that does not take it keeps the MBeans that it has of its own. */
    Publication(JmxLink link, SamplingAgent.Loader loader) {
        this(link, loader, true);
    }

    private Publication(JmxLink link, SamplingAgent.Loader loader, boolean remembers) {
        this.link = link;
        this.loader = loader;
        this.remembers = remembers;
        this.refusal = load();
    }

    /** Loads it for whoever puts back what another tuner left: what is found now must not come back. */
    static Publication toRestore(JmxLink link, SamplingAgent.Loader loader) {
        return new Publication(link, loader, false);
    }

    private Optional<String> load() {
        try {
            loader.load(AgentArgument.KEEP.of(tuner));
            return Optional.empty();
        } catch (IOException | EnvironmentFailure refused) {
            return Optional.of(OneLine.of(refused.getMessage()));
        }
    }

    /** Returns its name for this tuner, by which the agent knows what belongs to it. */
    String tuner() {
        return tuner;
    }

    /** Returns why the service did not take the agent, if it did not. */
    Optional<String> refusal() {
        return refusal;
    }

    boolean taken() {
        return refusal.isEmpty();
    }

    /** Loads the agent anew where it has left, as it does after 60 s; returns whether it was away and is there again. */
    boolean again(MBeanServerConnection server) throws IOException {
        return taken() && !left && !server.isRegistered(BEAN) && load().isEmpty();
    }

    /** Changes an attribute; the agent puts it back if it is left alone. */
    void change(MBeanServerConnection server, ObjectName bean, String attribute, Object value) throws Exception {
        if (!taken() || !remembers) {
            server.setAttribute(bean, new Attribute(attribute, value));
            return;
        }
        AgentOperation.CHANGE.on(server, tuner, bean, attribute, value);
    }

    /** Closes the connections of a pool beyond a size, and returns whether that could be done. */
    boolean evict(String pool, int size) {
        return taken()
                && link.invoke(AgentOperation.EVICT, pool, size)
                        .filter(Boolean.TRUE::equals)
                        .isPresent();
    }

    /** Has the agent look again for pools and connectors. */
    void publish() {
        if (taken()) {
            link.invoke(AgentOperation.PUBLISH);
        }
    }

    /**
     * Has the agent record who holds a pool's connections, until the recorder is closed.
     *
     * @throws EnvironmentFailure if another run records, if the service does not take the agent, or if HikariCP's inside is not as
     *     known
     */
    HoldRecorder record(String pool) {
        return recorder(AgentArgument.RECORD, pool);
    }

    /**
     * Has the agent record a pool's borrows alone, without stacks and statements, until the recorder is closed.
     *
     * @throws EnvironmentFailure as {@link #record} does
     */
    HoldRecorder trace(String pool) {
        return recorder(AgentArgument.TRACE, pool);
    }

    private HoldRecorder recorder(AgentArgument what, String pool) {
        // It stops by itself soon after its run was killed, so that one which is there has a reader.
        if (!link.find(AgentBean.RECORDER).isEmpty()) {
            throw new EnvironmentFailure(
                    "another run of Poolfit records who holds the connections of this service",
                    "try again when it has ended; one that was killed lets go within 20 s");
        }
        try {
            loader.load(what.of(pool) + "&" + AgentArgument.TUNER.of(tuner));
        } catch (IOException refused) {
            throw new EnvironmentFailure(
                    "the service did not take Poolfit's recorder: " + OneLine.of(refused.getMessage()),
                    "see the service's log for what its JVM says; a HikariCP older than 4 is not known",
                    refused);
        }
        return new HoldRecorder() {
            @Override
            public RecordedHolds take() {
                Object told = link.invoke(AgentOperation.TAKE_RECORD).orElse(Map.of());
                return RecordedHolds.of(told instanceof Map<?, ?> keys ? keys : Map.of());
            }

            @Override
            public void watchStatements() {
                link.invoke(AgentOperation.WATCH_STATEMENTS);
            }

            @Override
            public void close() {
                invokeIfThere(AgentOperation.STOP_RECORDING);
            }
        };
    }

    /**
     * Has the agent limit how many of a pool's connections are in circulation, until the limiter is closed.
     *
     * @param connector the MBean of the worker threads that may be limited with it
     * @param silence after which the limiter takes itself out, in whole seconds, at least 1
     * @throws EnvironmentFailure if another run limits them, if the service does not take the agent, or if HikariCP's inside is not
     *     as known
     */
    BorrowLimiter limit(String pool, Optional<String> connector, Duration silence) {
        if (!link.find(AgentBean.LIMITER).isEmpty()) {
            throw new EnvironmentFailure(
                    "another run of Poolfit limits the connections of this service",
                    "try again when it has ended; one that was killed lets go within 1 s");
        }
        try {
            loader.load(AgentArgument.LIMIT.of(pool) + "&" + AgentArgument.TUNER.of(tuner)
                    + "&" + AgentArgument.SILENCE.of(String.valueOf(silence.toSeconds()))
                    + connector
                            .map(bean -> "&" + AgentArgument.CONNECTOR.of(bean))
                            .orElse(""));
        } catch (IOException refused) {
            throw new EnvironmentFailure(
                    "the service did not take Poolfit's limiter: " + OneLine.of(refused.getMessage()),
                    "see the service's log for what its JVM says; the pool is resized instead",
                    refused);
        }
        return new BorrowLimiter() {
            @Override
            public void schedule(List<Integer> limits, List<Integer> threads, int slots) {
                unlessGone(AgentOperation.SCHEDULE_LIMITS, array(limits), array(threads), slots);
            }

            @Override
            public void guard(LiveGuard guard, Duration late, Duration cost) {
                long[] agreed = new long[GuardColumn.COUNT];
                agreed[GuardColumn.LATE_NANOS] = late.toNanos();
                agreed[GuardColumn.WAIT_NANOS] = guard.longestWait().toNanos();
                agreed[GuardColumn.PENDING] = guard.pending();
                agreed[GuardColumn.TIMEOUTS] = guard.timeouts();
                agreed[GuardColumn.COST_NANOS] = Math.max(0, cost.toNanos());
                unlessGone(AgentOperation.GUARD_BORROWS, (Object) agreed);
            }

            @Override
            public Optional<BorrowCounts> take() {
                return unlessGone(AgentOperation.TAKE_COUNTS)
                        .map(answer -> BorrowCounts.of(answer instanceof Map<?, ?> told ? told : Map.of()));
            }

            @Override
            public void close() {
                invokeIfThere(AgentOperation.STOP_LIMITING);
            }
        };
    }

    /** Returns the operation's result; empty where it has none, or where its MBean has taken itself out. */
    private Optional<Object> unlessGone(AgentOperation operation, Object... arguments) {
        try {
            return link.invoke(operation, arguments);
        } catch (EnvironmentFailure failed) {
            if (failed.getCause() instanceof InstanceNotFoundException) {
                return Optional.empty();
            }
            throw failed;
        }
    }

    private static int[] array(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    private void invokeIfThere(AgentOperation operation) {
        try {
            link.invoke(operation);
        } catch (EnvironmentFailure gone) {
            // It has stopped by itself, or ended with its JVM.
        }
    }

    /** Returns what the agent tells of the service; nothing where there is no agent. */
    ServiceDescription describe() {
        return taken() && link.invoke(AgentOperation.DESCRIBE).orElse(Map.of()) instanceof Map<?, ?> told
                ? ServiceDescription.of(told)
                : ServiceDescription.UNKNOWN;
    }

    /** Returns the limits of the service's container: {@code cpu} in cores, {@code memoryMiB}; absent if unlimited. */
    Map<String, Double> limits() {
        var limits = new HashMap<String, Double>();
        if (taken() && link.invoke(AgentOperation.LIMITS).orElse(Map.of()) instanceof Map<?, ?> told) {
            told.forEach((key, value) -> {
                if (value instanceof Double limit) {
                    limits.put(String.valueOf(key), limit);
                }
            });
        }
        return limits;
    }

    void stay() {
        if (taken()) {
            link.invoke(AgentOperation.STAY, tuner);
        }
    }

    /** Has the agent, whoever loaded it, put back what a lost tuner left, named as its claim has it. */
    static void lose(JmxLink link, String tuner) {
        if (!link.find(AgentBean.KEEPER).isEmpty()) {
            link.invoke(AgentOperation.LOSE, tuner);
        }
    }

    /** Has the agent leave whoever it is there for: nobody tunes the service any more. */
    void dissolve() {
        left = true;
        if (taken()) {
            try {
                link.invoke(AgentOperation.LOSE_ALL);
            } catch (EnvironmentFailure gone) {
                // It has left by itself.
            }
        }
    }

    /** Lets go of the service; where it does not answer, it lets go of itself. */
    void leave() {
        left = true;
        if (!taken()) {
            return;
        }
        try {
            link.invoke(AgentOperation.LEAVE, tuner);
        } catch (EnvironmentFailure gone) {
            // It left by itself, or ended with its JVM.
        }
    }
}
