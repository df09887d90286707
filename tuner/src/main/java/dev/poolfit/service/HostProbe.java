package dev.poolfit.service;

import com.sun.management.OperatingSystemMXBean;
import dev.poolfit.evidence.Metric;
import dev.poolfit.process.ProcFiles;
import dev.poolfit.process.ProcessTimes;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/** CPU of this machine and of this program with the load generators that it started, in cores. */
final class HostProbe implements Probe {
    private static final OperatingSystemMXBean SELF = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final double TICKS_PER_SECOND = 100;

    private final Set<Long> others;
    private final Growth host;
    private final Growth tuner;

    /** @param others processes that are not part of the tuner, even if it started them */
    HostProbe(Set<Long> others, LongSupplier nanoseconds) {
        this.others = Set.copyOf(others);
        this.host = new Growth(nanoseconds);
        this.tuner = new Growth(nanoseconds);
    }

    @Override
    public String name() {
        return "host";
    }

    @Override
    public Subject subject() {
        return Subject.HOST;
    }

    @Override
    public Map<Metric, Double> read() {
        var values = new EnumMap<Metric, Double>(Metric.class);
        double own = SELF.getProcessCpuTime() / 1e9;
        double started = ProcessTimes.below(ProcessHandle.current().pid(), others).stream()
                .mapToDouble(ProcessTimes::alone)
                .sum();
        tuner.rateTo(own + started).ifPresent(cores -> values.put(Metric.TUNER_CPU, cores));
        ProcFiles.text(Path.of("/proc/stat"))
                .flatMap(text -> text.lines().findFirst())
                .ifPresent(line -> host.rateTo(busy(line)).ifPresent(cores -> values.put(Metric.HOST_CPU, cores)));
        return values;
    }

    /** CPU seconds that were neither idle nor waiting for disks; guests are within user time already. */
    static double busy(String line) {
        String[] fields = line.split("\\s+", -1);
        long ticks = 0;
        for (int i = 1; i < Math.min(fields.length, 9); i++) {
            if (i != 4 && i != 5) {
                ticks += Long.parseLong(fields[i]);
            }
        }
        return ticks / TICKS_PER_SECOND;
    }
}
