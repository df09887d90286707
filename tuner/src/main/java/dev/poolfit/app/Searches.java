package dev.poolfit.app;

import dev.poolfit.evidence.NestedConnections;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.FoundExperiment;
import dev.poolfit.experiment.Settings;
import dev.poolfit.journal.RunEnd;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.journal.RunNotes;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.PoolLocking;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.diagnosis.DiagnosingSearch;
import dev.poolfit.verdict.earlier.ReferenceComparison;
import dev.poolfit.verdict.earlier.RevisitingSearch;
import dev.poolfit.verdict.knob.KnobSearch;
import dev.poolfit.verdict.reason.Condition;
import dev.poolfit.verdict.search.BracketingSearch;
import dev.poolfit.verdict.search.BreakingRate;
import dev.poolfit.verdict.search.DeadlockFreeSearch;
import dev.poolfit.verdict.search.MeasuringConditions;
import dev.poolfit.verdict.search.ModelGuidedSearch;
import dev.poolfit.verdict.search.Search;
import dev.poolfit.verdict.search.SwitchingSearch;
import dev.poolfit.watch.HoldersOfRun;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Puts together the search that an experiment asks for. */
final class Searches {
    private final Experiment experiment;
    private final RunNotes notes;
    private final SearchProblem problem;
    private final Optional<PoolLocking> locking;

    /**
     * @param notes notes on service and database beside the trials
     * @param nested requests that hold several connections at once, where some were seen
     */
    Searches(FoundExperiment asked, RunNotes notes, Optional<NestedConnections> nested) {
        this.experiment = asked.experiment();
        this.notes = notes;
        SearchProblem wanted = SearchProblem.of(asked);
        locking = nested.map(each -> new PoolLocking(wanted, each)).filter(PoolLocking::bounds);
        problem = locking.map(PoolLocking::bounded).orElse(wanted);
    }

    /** Returns the searches of a run by what its folder holds so far. */
    static Searches of(RunFolder folder, FoundExperiment asked, RunNotes notes) {
        return new Searches(asked, notes, HoldersOfRun.nested(folder));
    }

    Tuner.Question question() {
        return new Tuner.Question(problem, search());
    }

    Search search() {
        Search search = experiment.earlier().isPresent()
                ? new RevisitingSearch(
                        answering(), problem, experiment.earlier().get(), this::forbidden)
                : answering();
        return new MeasuringConditions(locking.map(each -> (Search) new DeadlockFreeSearch(search, each))
                .orElse(search));
    }

    /** Returns the conclusion that the trials of the run lead to: the one that it ended with; empty where there are none. */
    Optional<Conclusion> concluded(List<Trial> trials) {
        return Stream.concat(notes.end().stream().map(RunEnd::left), Stream.of(Duration.ZERO))
                .map(left -> search().next(trials, left))
                .flatMap(each -> each instanceof Conclusion conclusion ? Stream.of(conclusion) : Stream.empty())
                .findFirst()
                .map(each -> told(
                        each, problem, notes.end().filter(RunEnd::tenthMore).isPresent()));
    }

    /** Returns a conclusion with what is said of a run that took a tenth more than its budget. */
    static Conclusion told(Conclusion conclusion, SearchProblem problem, boolean tenthMore) {
        return tenthMore ? conclusion.with(new Condition.TenthMore(problem.budget())) : conclusion;
    }

    /** Returns the table of earlier measurements that the experiment names, compared with what was measured here. */
    Optional<ReferenceComparison> comparison(List<Trial> trials) {
        return experiment
                .earlier()
                .map(table -> ReferenceComparison.of(
                        table, problem, KnownAssumptions.of(experiment, notes, Settings.NONE), trials));
    }

    private boolean forbidden(Settings settings) {
        return locking.filter(each -> each.forbids(settings)).isPresent();
    }

    private Search answering() {
        return switch (Search.Method.of(problem.goal(), problem.load(), problem.space(), problem.limited())) {
            case BREAKING_RATE -> new BreakingRate(problem);
            case BRACKETING -> searchKnobs((about, held) -> new BracketingSearch(about));
            case SWITCHING ->
                diagnosed((about, held) ->
                        new SwitchingSearch(about, KnownAssumptions.of(experiment, notes, held), guided(about, held)));
            case MODEL_GUIDED -> diagnosed(this::guided);
        };
    }

    private Search guided(SearchProblem about, Settings held) {
        return new ModelGuidedSearch(
                about,
                KnownAssumptions.of(experiment, notes, held),
                SwitchingSearch.comparable(problem.goal(), problem.load(), problem.space(), false));
    }

    /** The rules of a diagnosis know steady loads alone. */
    private Search diagnosed(KnobSearch.PoolSearch poolSearch) {
        return new DiagnosingSearch(
                searchKnobs(poolSearch), problem, KnownAssumptions.of(experiment, notes, Settings.NONE));
    }

    private Search searchKnobs(KnobSearch.PoolSearch poolSearch) {
        return problem.space().choices().isEmpty()
                ? poolSearch.of(problem, Settings.NONE)
                : new KnobSearch(
                        problem,
                        poolSearch,
                        experiment.service().launched() ? Optional.of(notes.started()) : Optional.empty());
    }
}
