package dev.poolfit.load;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.experiment.Load;
import dev.poolfit.units.IntRange;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * Measures what one request costs the engine, run by hand: {@code EngineCost URL USERS SECONDS}. One line a
 * trial: throughput, then CPU a request of the event loop and of the whole process, compilers and collector included.
 */
final class EngineCost {
    private EngineCost() {}

    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) throws InterruptedException {
        var request = new Load.Request("GET", arguments[0], 1, Map.of(), Optional.empty(), new IntRange(200, 299));
        var load = new Load(
                new Load.Users(Integer.parseInt(arguments[1])),
                Duration.ZERO,
                List.of(request),
                Duration.ofSeconds(5),
                Set.of());
        List<ClientSecond> seconds = new CopyOnWriteArrayList<>();
        try (var engine = new VertxLoadEngine()) {
            var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
            for (int trial = 1; trial <= 3; trial++) {
                seconds.clear();
                long before = system.getProcessCpuTime();
                LoadRun run = engine.start(load, 1, seconds::add);
                TimeUnit.SECONDS.sleep(Integer.parseInt(arguments[2]));
                run.stop(Duration.ofSeconds(1));
                double process = system.getProcessCpuTime() - before;
                double good = seconds.stream().mapToLong(ClientSecond::good).sum();
                double loop = seconds.stream().mapToDouble(ClientSecond::cpu).sum() * 1e9;
                System.out.printf(
                        Locale.ROOT,
                        "trial %d: %.0f/s, loop %.2f us a request, process %.2f us a request, failed %d, native %s%n",
                        trial,
                        good / seconds.size(),
                        loop / good / 1e3,
                        process / good / 1e3,
                        seconds.stream().mapToLong(ClientSecond::failed).sum(),
                        engine.nativeTransport());
            }
        }
    }
}
