package dev.poolfit.service;

import com.sun.management.OperatingSystemMXBean;
import dev.poolfit.evidence.Metric;
import dev.poolfit.process.ProcFiles;
import dev.poolfit.process.ProcessTimes;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Reads the CPU of this machine, of this program with the load generators that it started, and of all others, in cores.
 * All are read from the kernel at once: differences of readings from different moments would be mostly noise.
 */
final class HostProbe implements Probe {
    private static final OperatingSystemMXBean SELF = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final double TICKS_PER_SECOND = 100;
    private static final Path STAT = Path.of("/proc/stat");

    private final Set<Long> observed;
    private final boolean complete;
    private final Growth host;
    private final Growth tuner;
    private final Growth rest;

    /**
     * @param observed the processes of service and database on this machine: not part of the tuner, even if it started them
     * @param complete whether service and database have no other process on this machine
     */
    HostProbe(Set<Long> observed, boolean complete, LongSupplier nanoseconds) {
        this.observed = Set.copyOf(observed);
        this.complete = complete;
        this.host = new Growth(nanoseconds);
        this.tuner = new Growth(nanoseconds);
        this.rest = new Growth(nanoseconds);
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
        double started = ProcessTimes.below(ProcessHandle.current().pid(), observed).stream()
                .mapToDouble(ProcessTimes::alone)
                .sum();
        double served =
                complete ? observed.stream().mapToDouble(ProcessTimes::whole).sum() : 0;
        double own = SELF.getProcessCpuTime() / 1e9;
        List<String> lines =
                ProcFiles.text(STAT).map(text -> text.lines().toList()).orElse(List.of());
        OptionalDouble mine = tuner.rateTo(own + started);
        OptionalDouble observedCores = rest.rateTo(served);
        mine.ifPresent(cores -> values.put(Metric.TUNER_CPU, cores));
        if (!lines.isEmpty()) {
            OptionalDouble all = host.rateTo(busy(lines.get(0)));
            all.ifPresent(cores -> values.put(Metric.HOST_CPU, cores));
            values.put(Metric.HOST_CORES, (double) cores(lines));
            // A process that ended takes its time out of its total; then the second says nothing.
            if (complete && all.isPresent() && mine.isPresent() && observedCores.isPresent()) {
                values.put(
                        Metric.OTHER_CPU,
                        Math.max(0, all.getAsDouble() - mine.getAsDouble() - observedCores.getAsDouble()));
            }
        }
        return values;
    }

    /** Counts the processors that are switched on, a line each. */
    static long cores(List<String> lines) {
        return lines.stream().filter(line -> line.matches("cpu\\d+ .*")).count();
    }

    /** Sums the CPU seconds that were neither idle nor waiting for disks; guests are within user time already. */
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
