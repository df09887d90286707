package dev.poolfit.agent;

import dev.poolfit.wire.AgentBean;
import dev.poolfit.wire.AgentOperation;
import dev.poolfit.wire.SampleKey;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Samples on a daemon thread until it is stopped, replaced, or not read for 60 s. */
public final class Sampler implements SamplerMBean, Runnable {
    /** The time after which a tuner that does not read was killed; a live one reads each second. */
    private static final long SILENCE = TimeUnit.SECONDS.toNanos(60);

    private static final int RARELY = 5;
    private static final int OWN_CPU = 25;

    private final String tuner;
    private final Gauges gauges;
    private final PoolTimers timers;
    private final JvmTotals jvm;
    private final long period;
    private volatile long readAt = System.nanoTime();
    private volatile boolean running = true;
    private volatile long cpu;

    private Sampler(String tuner, Gauges gauges, PoolTimers timers, JvmTotals jvm, long periodMillis) {
        this.tuner = tuner;
        this.gauges = gauges;
        this.timers = timers;
        this.jvm = jvm;
        this.period = TimeUnit.MILLISECONDS.toNanos(periodMillis);
    }

    /** Starts a sampler in place of the one that runs. The service's own threads go first. */
    @SuppressWarnings("ThreadPriorityCheck")
    static synchronized void start(String tuner, Gauges gauges, PoolTimers timers, JvmTotals jvm, long periodMillis)
            throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName(AgentBean.SAMPLER);
        if (server.isRegistered(name)) {
            AgentOperation.STOP_SAMPLING.on(server);
        }
        Sampler sampler = new Sampler(tuner, gauges, timers, jvm, periodMillis);
        server.registerMBean(sampler, name);
        Thread thread = new Thread(sampler, "poolfit-sampler");
        thread.setDaemon(true);
        thread.setPriority(Thread.MIN_PRIORITY);
        thread.start();
    }

    @Override
    public void run() {
        long samples = 0;
        while (running) {
            synchronized (gauges) {
                gauges.sample();
                if (samples % RARELY == 0) {
                    gauges.sampleRarely();
                }
            }
            if (samples++ % OWN_CPU == 0) {
                cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            }
            if (System.nanoTime() - readAt > SILENCE) {
                stop();
            }
            LockSupport.parkNanos(period);
        }
    }

    @Override
    public Map<String, Double> take() {
        readAt = System.nanoTime();
        Keeper.hear(tuner);
        Map<String, Double> values = new HashMap<>();
        synchronized (gauges) {
            // However starved or recent the sampling thread, there is at least one look.
            gauges.sample();
            gauges.sampleRarely();
            gauges.drainTo(values);
        }
        gauges.sizesInto(values);
        jvm.readInto(values);
        timers.readInto(values);
        values.put(SampleKey.OWN_CPU_MS, cpu / 1e6);
        return values;
    }

    @Override
    public synchronized void stop() {
        if (!running) {
            return;
        }
        running = false;
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(new ObjectName(AgentBean.SAMPLER));
        } catch (JMException gone) {
            // Somebody else removed it: that is what was wanted.
        }
    }
}
