package dev.poolfit.verdict.search;

import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Workload;
import dev.poolfit.units.IntRange;
import dev.poolfit.verdict.SearchProblem;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** What the searches of simulated services are asked. */
final class Questions {
    private Questions() {}

    static SearchProblem of(
            SearchSpace space, Goal goal, Workload.Closed users, Settings found, Duration budget, long seed) {
        var request =
                new Load.Request("GET", "http://127.0.0.1/", 1, Map.of(), Optional.empty(), new IntRange(200, 399));
        var load = new Load(
                new Load.Users(users.users()),
                Duration.ofMillis(Math.round(1000 * users.think())),
                List.of(request),
                Duration.ofSeconds(60),
                Set.of());
        return new SearchProblem(space, goal, load, found, OptionalInt.empty(), budget, seed);
    }
}
