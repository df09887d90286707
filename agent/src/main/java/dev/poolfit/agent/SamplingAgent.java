package dev.poolfit.agent;

import dev.poolfit.wire.AgentArgument;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;

/** Starts the agent's parts in a service: the way back to a helper, the keeper, the sampler, the recorder or the limiter. */
public final class SamplingAgent {
    private SamplingAgent() {}

    /**
     * Starts what is named first of {@code dial}, {@code keep}, {@code record}, {@code trace}, {@code limit} and {@code pool}, or starts it over.
     *
     * @param named {@code dial}: the port of a helper, with its {@code token}; {@code keep}: a tuner's name, with
     *     {@code silence} in seconds (60 if absent); {@code record}, {@code trace} and {@code limit}: the name of a pool; {@code pool}: its name, with
     *     {@code period} in milliseconds. {@code limit} and {@code pool} take {@code connector} with them, the name of an MBean.
     *     {@code tuner}: who reads the record, the counts or the samples
     * @throws JMException if the pool to record or to limit is not there, or if the inside of HikariCP is not as known
     * @throws IOException if the helper cannot be reached
     */
    public static void start(Map<String, String> named, Instrumentation instrumentation)
            throws JMException, IOException {
        if (named.containsKey(AgentArgument.DIAL.key())) {
            Channel.open(
                    Integer.parseInt(named.get(AgentArgument.DIAL.key())),
                    named.getOrDefault(AgentArgument.TOKEN.key(), ""),
                    instrumentation);
            return;
        }
        if (named.containsKey(AgentArgument.KEEP.key())) {
            Keeper.start(
                    instrumentation,
                    named.get(AgentArgument.KEEP.key()),
                    Long.parseLong(named.getOrDefault(AgentArgument.SILENCE.key(), "60")));
            return;
        }
        String tuner = named.getOrDefault(AgentArgument.TUNER.key(), "");
        if (named.containsKey(AgentArgument.RECORD.key())) {
            Recorder.start(instrumentation, tuner, named.get(AgentArgument.RECORD.key()));
            return;
        }
        if (named.containsKey(AgentArgument.TRACE.key())) {
            BorrowTrace.start(instrumentation, tuner, named.get(AgentArgument.TRACE.key()));
            return;
        }
        if (named.containsKey(AgentArgument.LIMIT.key())) {
            Limiter.start(
                    instrumentation,
                    tuner,
                    Long.parseLong(named.getOrDefault(AgentArgument.SILENCE.key(), "1")),
                    named.get(AgentArgument.LIMIT.key()),
                    connector(named));
            return;
        }
        String pool = named.getOrDefault(AgentArgument.POOL.key(), "");
        PoolTimers timers = PoolTimers.find(instrumentation.getAllLoadedClasses(), pool);
        Sampler.start(
                tuner,
                new Gauges(pool, connector(named)),
                timers,
                new JvmTotals(),
                Long.parseLong(named.getOrDefault(AgentArgument.PERIOD.key(), "40")));
    }

    private static ObjectName connector(Map<String, String> named) throws JMException {
        String connector = named.getOrDefault(AgentArgument.CONNECTOR.key(), "");
        return connector.isEmpty() ? null : new ObjectName(connector);
    }
}
