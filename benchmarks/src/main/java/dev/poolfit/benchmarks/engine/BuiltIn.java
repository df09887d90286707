package dev.poolfit.benchmarks.engine;

import com.sun.management.OperatingSystemMXBean;
import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.experiment.Load;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.load.LoadRun;
import dev.poolfit.units.IntRange;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Runs the built-in engine in this process: everything that this process takes is put down to it, compilers included. */
final class BuiltIn implements Sender {
    private final OperatingSystemMXBean self = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final LoadEngine engine;

    BuiltIn(LoadEngine engine) {
        this.engine = engine;
    }

    static Load load(String url, int users, Duration think) {
        var request = new Load.Request("GET", url, 1, Map.of(), Optional.empty(), new IntRange(200, 200));
        return new Load(new Load.Users(users), think, List.of(request), Duration.ofSeconds(10), Set.of());
    }

    @Override
    public Cost send(String url, int connections, int seconds) throws InterruptedException {
        List<ClientSecond> seen = new CopyOnWriteArrayList<>();
        long cpu = self.getProcessCpuTime();
        long start = System.nanoTime();
        LoadRun run = engine.start(load(url, connections, Duration.ZERO), 1, seen::add);
        while (seen.size() < seconds) {
            Thread.sleep(5);
        }
        double cpuSeconds = (self.getProcessCpuTime() - cpu) / 1e9;
        double lasted = (System.nanoTime() - start) / 1e9;
        run.stop(Duration.ofSeconds(1));
        List<ClientSecond> whole = seen.subList(0, seconds);
        if (whole.stream().anyMatch(second -> second.failed() > 0)) {
            throw new IllegalStateException("requests failed: " + whole.get(0).failures());
        }
        return new Cost(whole.stream().mapToLong(ClientSecond::good).sum(), lasted, cpuSeconds);
    }
}
