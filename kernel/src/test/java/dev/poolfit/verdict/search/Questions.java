package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Workload;
import dev.poolfit.model.fit.TrialFit;
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Rate;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.diagnosis.EvidenceBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** What the searches of simulated services are asked. */
public final class Questions {
    private Questions() {}

    /** Of a service with a pool of 10, which may be 1 to 40, and 200 threads, under a closed load of 60 users. */
    public static SearchProblem pools(Goal goal, Duration budget) {
        return of(
                new SearchSpace(Map.of(Knob.POOL, new IntRange(1, 40))),
                goal,
                new Workload.Closed(60, 0),
                Settings.ofPoolAndThreads(10, 200),
                budget,
                1);
    }

    /** The same where at least such a rate is wanted. */
    public static SearchProblem pools(double rate, Duration budget) {
        return pools(new Goal(Optional.of(new Rate(rate)), Optional.empty(), Optional.empty()), budget);
    }

    /** The model of some trials, on a machine with two cores and a database with two more. */
    public static Optional<TrialFit> fitted(SearchProblem problem, List<Trial> trials) {
        return TrialFit.of(trials, problem.load(), EvidenceBuilder.cores(2, 2, false), problem.seed());
    }

    public static SearchProblem of(
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
