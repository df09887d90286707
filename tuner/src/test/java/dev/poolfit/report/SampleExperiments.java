package dev.poolfit.report;

import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Service;
import dev.poolfit.units.IntRange;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The experiments of the made-up runs, each with 100 users. */
final class SampleExperiments {
    private static final int USERS = 100;

    private SampleExperiments() {}

    static Experiment of(
            String name, Experiment.Scope scope, Experiment.Aim aim, Duration think, Duration budget, long seed) {
        var service = new Service(
                new Service.AttachPort(8080),
                Optional.empty(),
                Duration.ofMinutes(2),
                Optional.empty(),
                Optional.empty());
        var request =
                new Load.Request("GET", "http://127.0.0.1/", 1, Map.of(), Optional.empty(), new IntRange(200, 399));
        return new Experiment(
                name,
                new Experiment.Subject(service, Optional.empty()),
                new Load(new Load.Users(USERS), think, List.of(request), Duration.ofSeconds(60), Set.of()),
                scope,
                aim,
                new Experiment.Effort(budget, Optional.empty(), Optional.empty(), seed),
                Optional.empty());
    }

    static Experiment named(Experiment experiment, String name) {
        return new Experiment(
                name,
                experiment.subject(),
                experiment.load(),
                experiment.scope(),
                experiment.aim(),
                experiment.effort(),
                experiment.earlier());
    }
}
