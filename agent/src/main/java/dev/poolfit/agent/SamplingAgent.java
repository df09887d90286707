package dev.poolfit.agent;

import dev.poolfit.wire.AgentArgument;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;

/** What the agent does in a service: calls a helper back, keeps the settings, or samples the pool and the worker threads. */
public final class SamplingAgent {
    private SamplingAgent() {}

    /**
     * Starts keeping or sampling, or starts over.
     *
     * @param named {@code tuner} with the name of who starts it; {@code dial} with the port of a helper, and its {@code token}; or {@code keep} with a tuner's name, and {@code silence} in seconds; {@code record} with the name of a pool; or {@code pool} with its name,
     *     {@code connector} with the name of its MBean, and {@code period} in milliseconds. All but the first may be left out.
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
        String pool = named.getOrDefault(AgentArgument.POOL.key(), "");
        String connector = named.getOrDefault(AgentArgument.CONNECTOR.key(), "");
        PoolTimers timers = PoolTimers.find(instrumentation.getAllLoadedClasses(), pool);
        Sampler.start(
                tuner,
                new Gauges(pool, connector.isEmpty() ? null : new ObjectName(connector)),
                timers,
                new JvmTotals(),
                Long.parseLong(named.getOrDefault(AgentArgument.PERIOD.key(), "40")));
    }
}
