package dev.poolfit.benchmarks.search;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.model.fit.Prediction;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Share;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.Decision.TryNext;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.search.BracketingSearch;
import dev.poolfit.verdict.search.ModelGuidedSearch;
import dev.poolfit.verdict.search.Search;
import dev.poolfit.verdict.search.SwitchingSearch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * A search of Poolfit's from the settings found to its conclusion.
 *
 * @param conclusion its conclusion
 * @param plans the trials that it wanted, one after the other
 * @param trials the trials that it took
 * @param seconds of load
 */
record PoolfitRun(Conclusion conclusion, List<TrialPlan> plans, List<Trial> trials, double seconds) {
    private static final Duration BUDGET = Duration.ofMinutes(5);
    /** The goal by which answers are right. */
    private static final Goal MOST = new Goal(Optional.empty(), Optional.empty(), Optional.empty(), new Share(0.02));
    /** The number of forecast settings that are checked, for each needs a long simulation. */
    private static final int CHECKED = 4;

    /** Poolfit's searches, the one that is compared first. */
    enum Kind {
        LIMITED(
                "limited",
                (question, known) -> new SwitchingSearch(question, known, new ModelGuidedSearch(question, known))),
        SWITCHING(
                "switching",
                (question, known) -> new SwitchingSearch(question, known, new ModelGuidedSearch(question, known))),
        MODEL_GUIDED("model-guided", ModelGuidedSearch::new),
        BRACKETING("bracketing", (question, known) -> new BracketingSearch(question));

        final String text;
        private final BiFunction<SearchProblem, Assumptions, Search> search;

        Kind(String text, BiFunction<SearchProblem, Assumptions, Search> search) {
            this.text = text;
            this.search = search;
        }

        PoolfitRun run(HiddenService service) {
            SearchProblem asked = this == LIMITED ? question(service).withLimiter() : question(service);
            return drive(search.apply(asked, known(service)), new SimulatedTrials(service, text));
        }
    }

    private static PoolfitRun drive(Search search, SimulatedTrials runner) {
        var plans = new ArrayList<TrialPlan>();
        var trials = new ArrayList<Trial>();
        while (true) {
            Duration left = BUDGET.minusMillis(Math.round(1000 * runner.seconds()));
            Decision decision = search.next(trials, left);
            if (decision instanceof Conclusion conclusion) {
                return new PoolfitRun(conclusion, plans, trials, runner.seconds());
            }
            TrialPlan plan = ((TryNext) decision).plan();
            plans.add(plan);
            trials.addAll(runner.run(plan));
        }
    }

    private static SearchProblem question(HiddenService service) {
        var request =
                new Load.Request("GET", "http://127.0.0.1/", 1, Map.of(), Optional.empty(), new IntRange(200, 299));
        var load = new Load(
                new Load.Users(service.workload().users()),
                Duration.ofNanos(Math.round(1e9 * service.workload().think())),
                List.of(request),
                Duration.ofMinutes(1),
                Set.of());
        return new SearchProblem(
                Space.BOTH, MOST, load, Space.FOUND, OptionalInt.empty(), BUDGET, Seeds.mix(service.seed(), 2));
    }

    private static Assumptions known(HiddenService service) {
        var capacity = service.model().capacity();
        return new Assumptions(
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                OptionalDouble.empty(),
                OptionalDouble.of(capacity.serviceCores()),
                OptionalInt.of(capacity.databaseCores()),
                false,
                false);
    }

    /** Returns the recommended setting, or the nearest one; where there is none, the settings that were found. */
    Settings answer() {
        return conclusion.recommended().map(Performance::settings).orElse(Space.FOUND);
    }

    boolean recommended() {
        return conclusion.outcome() == Conclusion.Outcome.RECOMMENDED;
    }

    /** Returns mean absolute error of the forecast at settings that were not tried, as a share; empty without a forecast. */
    OptionalDouble untestedError(TrueRates rates) {
        List<Prediction> untested = conclusion.forecast().stream()
                .flatMap(forecast -> forecast.curve().stream())
                .filter(each ->
                        trials.stream().noneMatch(trial -> trial.settings().equals(each.settings())))
                .toList();
        return java.util.stream.IntStream.range(0, Math.min(CHECKED, untested.size()))
                .mapToObj(i -> untested.get(i * untested.size() / Math.min(CHECKED, untested.size())))
                .mapToDouble(each -> Math.abs(each.throughput().mean() / rates.of(each.settings()) - 1))
                .average();
    }
}
