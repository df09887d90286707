package dev.poolfit.benchmarks.truth;

import dev.poolfit.app.LoadEngines;
import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.experiment.Load;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.load.LoadRun;
import dev.poolfit.units.IntRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Checks that the services keep their laws: it compares measured rates with simulated ones, at full speed. */
final class Calibration {
    private static final int WARM = 5;
    private static final int SECONDS = 20;

    private final Path folder;

    Calibration(Path folder) {
        this.folder = folder;
    }

    void print(List<Law> laws, Function<Law, TrueCurve> truth) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        System.out.println("| law | pool | by the law /s | measured /s | ratio |\n|---|---|---|---|---|");
        for (Law law : laws) {
            int enough = truth.apply(law).reachable() ? truth.apply(law).smallest() : law.ask.most() / 2;
            for (int pool : IntStream.of(law.ask.least(), enough, law.ask.most())
                    .distinct()
                    .toArray()) {
                double due = truth.apply(law).rate(pool);
                double measured = measured(law, pool);
                System.out.printf(
                        Locale.ROOT,
                        "| %s | %d | %.1f | %.1f | %.3f |%n",
                        law.id(),
                        pool,
                        due,
                        measured,
                        measured / due);
            }
        }
    }

    private double measured(Law law, int pool) throws IOException, InterruptedException {
        Path log = folder.resolve("service.log");
        Files.deleteIfExists(log);
        try (var service = new RunningLaw(law, Speed.STEADY, pool, 1, folder)) {
            List<ClientSecond> all = new CopyOnWriteArrayList<>();
            Load load = load(law, service.url());
            try (LoadEngine engine = LoadEngines.of(load)) {
                LoadRun run = engine.start(load, 1, all::add);
                while (all.size() < WARM + SECONDS) {
                    Thread.sleep(50);
                }
                run.stop(Duration.ofSeconds(5));
            }
            return all.subList(WARM, WARM + SECONDS).stream()
                    .mapToLong(ClientSecond::good)
                    .average()
                    .orElseThrow();
        }
    }

    private static Load load(Law law, String url) {
        var request = new Load.Request("GET", url, 1, Map.of(), Optional.empty(), new IntRange(200, 299));
        return new Load(
                new Load.Users(law.users.count()),
                Duration.ofMillis(law.users.think()),
                List.of(request),
                Duration.ofSeconds(10),
                Set.of());
    }
}
