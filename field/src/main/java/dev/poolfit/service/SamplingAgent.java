package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.wire.AgentArgument;
import dev.poolfit.wire.AgentOperation;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import javax.management.InstanceNotFoundException;

/** Runs Poolfit's agent within the service's JVM, which samples each 40 ms. */
final class SamplingAgent implements ServiceProbe.Readout {
    /** The time between loads, for a load disturbs the service more than a few reads that are missing. */
    private static final Duration BETWEEN_LOADS = Duration.ofSeconds(30);

    /** Loads the agent into the service's JVM. */
    interface Loader {
        void load(String arguments) throws IOException;
    }

    private final JmxLink link;
    private final Loader loader;
    private final String arguments;
    private final LongSupplier nanoseconds;
    private OptionalLong loadedAgain = OptionalLong.empty();
    private volatile boolean stopped;

    /** @param nanoseconds a clock that only moves forward */
    SamplingAgent(
            JmxLink link, Loader loader, HikariPool pool, Optional<ServerThreads> threads, LongSupplier nanoseconds) {
        this.link = link;
        this.loader = loader;
        this.nanoseconds = nanoseconds;
        this.arguments = AgentArgument.POOL.of(pool.name())
                + link.keeper()
                        .map(keeper -> "&" + AgentArgument.TUNER.of(keeper.tuner()))
                        .orElse("")
                + threads.map(each ->
                                "&" + AgentArgument.CONNECTOR.of(each.bean().toString()))
                        .orElse("");
    }

    /**
     * Starts sampling, or starts over.
     *
     * @throws IOException if the JVM does not take the agent
     */
    void start() throws IOException {
        loader.load(arguments);
    }

    /** Loads into the JVM of a process on this machine. */
    static Loader into(long pid) {
        return arguments -> {
            try (LocalJvm machine = LocalJvm.attach(pid)) {
                machine.load(arguments);
            }
        };
    }

    /** Returns what was seen since the previous call; its keys are those of the agent's own interface. */
    @Override
    public Map<String, Double> take() {
        try {
            return answer();
        } catch (EnvironmentFailure failed) {
            if (!isGone(failed) || !mayLoadAgain()) {
                throw failed;
            }
            try {
                start();
            } catch (IOException | EnvironmentFailure refused) {
                throw failed;
            }
            return answer();
        }
    }

    /** Returns whether the agent has stopped, as it does when not read for 60 s; a slow one is still there. */
    private static boolean isGone(EnvironmentFailure failed) {
        return failed.getCause() instanceof InstanceNotFoundException;
    }

    private boolean mayLoadAgain() {
        long now = nanoseconds.getAsLong();
        if (stopped || loadedAgain.isPresent() && now - loadedAgain.getAsLong() < BETWEEN_LOADS.toNanos()) {
            return false;
        }
        loadedAgain = OptionalLong.of(now);
        return true;
    }

    private Map<String, Double> answer() {
        var values = new HashMap<String, Double>();
        if (link.invoke(AgentOperation.TAKE_SAMPLES).orElse(Map.of()) instanceof Map<?, ?> answer) {
            answer.forEach((key, value) -> {
                if (key instanceof String name && value instanceof Double number) {
                    values.put(name, number);
                }
            });
        }
        return values;
    }

    @Override
    public void stop() {
        stopped = true;
        stop(link);
    }

    static void stop(JmxLink link) {
        try {
            link.invoke(AgentOperation.STOP_SAMPLING);
        } catch (EnvironmentFailure gone) {
            // It never ran, has stopped by itself, or ended with its JVM.
        }
    }
}
