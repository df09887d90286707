package dev.poolfit.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.load.LoadRun;
import dev.poolfit.load.http.VertxLoadEngine;
import dev.poolfit.service.Sampler;
import dev.poolfit.studies.Study;
import dev.poolfit.trial.SystemTime;
import dev.poolfit.trial.Time;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Measures what observing costs: CPU time a request of the service without and with the probes reading, in ABBA blocks
 * under the stock load, and the tuner's own CPU time beside it: {@code overhead [BLOCKS SECONDS]}. The agent in the service
 * samples in both, since it starts when the service is attached to, so the CPU time of its thread is told apart.
 */
public final class ProbeOverhead {
    private static final OperatingSystemMXBean SELF =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private record Cost(double serviceSeconds, double agentSeconds, double tunerSeconds, long requests) {
        Cost plus(Cost other) {
            return new Cost(
                    serviceSeconds + other.serviceSeconds,
                    agentSeconds + other.agentSeconds,
                    tunerSeconds + other.tunerSeconds,
                    requests + other.requests);
        }

        double perRequest() {
            return 1e6 * serviceSeconds / requests;
        }
    }

    private ProbeOverhead() {}

    public static void main(String[] arguments) throws Exception {
        int blocks = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3;
        int seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 15;
        Cost without = new Cost(0, 0, 0, 0);
        Cost with = without;
        try (var bench = StudyBench.start(Study.STOCK, false);
                var engine = new VertxLoadEngine()) {
            bench.service.apply(bench.experiment.fixed());
            bench.service.apply(Settings.of(Knob.POOL, 9));
            measure(bench, engine, true, 30);
            for (int block = 0; block < blocks; block++) {
                without = without.plus(measure(bench, engine, false, seconds));
                with = with.plus(measure(bench, engine, true, seconds));
                with = with.plus(measure(bench, engine, true, seconds));
                without = without.plus(measure(bench, engine, false, seconds));
            }
        }
        System.out.printf(
                "agent's thread: %.2f %% of the service's CPU%n", 100 * with.agentSeconds() / with.serviceSeconds());
        double length = 2.0 * blocks * seconds;
        System.out.printf("service, probes off: %.0f µs a request%n", without.perRequest());
        System.out.printf("service, probes on:  %.0f µs a request%n", with.perRequest());
        System.out.printf("probes in the service: %+.2f %%%n", 100 * (with.perRequest() / without.perRequest() - 1));
        System.out.printf(
                "service %.3f cores; tuner with probes %.4f cores, without %.4f: probing costs the tuner %.2f %% of the"
                        + " service's CPU%n",
                with.serviceSeconds() / length,
                with.tunerSeconds() / length,
                without.tunerSeconds() / length,
                100 * (with.tunerSeconds() - without.tunerSeconds()) / with.serviceSeconds());
    }

    private static Cost measure(StudyBench bench, VertxLoadEngine engine, boolean probing, int seconds)
            throws InterruptedException, IOException {
        var requests = new AtomicLong();
        LoadRun run = engine.start(bench.experiment.load(), 1, (ClientSecond each) -> requests.addAndGet(each.good()));
        Thread.sleep(2_000);
        ProcessHandle service =
                ProcessHandle.of(bench.service.pid().orElseThrow()).orElseThrow();
        var sampler = new Sampler(bench.service.probes(), values -> {}, (probe, failed) -> {});
        Time.Repetition sampling = probing ? new SystemTime().everySecond(sampler) : null;
        double serviceBefore = cpu(service);
        double agentBefore = agentCpu(service);
        double tunerBefore = SELF.getProcessCpuTime() / 1e9;
        long requestsBefore = requests.get();
        Thread.sleep(1_000L * seconds);
        var cost = new Cost(
                cpu(service) - serviceBefore,
                agentCpu(service) - agentBefore,
                SELF.getProcessCpuTime() / 1e9 - tunerBefore,
                requests.get() - requestsBefore);
        if (sampling != null) {
            sampling.close();
        }
        run.stop(Duration.ofSeconds(5));
        return cost;
    }

    private static double cpu(ProcessHandle process) {
        return process.info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
    }

    /** Returns the CPU seconds of the agent's thread, whose name the kernel cuts to 15 characters. */
    private static double agentCpu(ProcessHandle process) throws IOException {
        try (Stream<Path> tasks = Files.list(Path.of("/proc", "" + process.pid(), "task"))) {
            for (Path task : tasks.toList()) {
                if (Files.readString(task.resolve("comm")).strip().equals("poolfit-sampler")) {
                    String stat = Files.readString(task.resolve("stat"));
                    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
                    return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / 100.0;
                }
            }
        }
        throw new IllegalStateException("the agent does not run in the service");
    }
}
