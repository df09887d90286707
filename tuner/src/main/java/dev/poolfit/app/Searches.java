package dev.poolfit.app;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.FoundExperiment;
import dev.poolfit.experiment.Settings;
import dev.poolfit.journal.RunNotes;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.diagnosis.DiagnosingSearch;
import dev.poolfit.verdict.earlier.ReferenceComparison;
import dev.poolfit.verdict.earlier.RevisitingSearch;
import dev.poolfit.verdict.knob.KnobSearch;
import dev.poolfit.verdict.search.BracketingSearch;
import dev.poolfit.verdict.search.BreakingRate;
import dev.poolfit.verdict.search.MeasuringConditions;
import dev.poolfit.verdict.search.ModelGuidedSearch;
import dev.poolfit.verdict.search.Search;
import dev.poolfit.verdict.search.SwitchingSearch;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Puts together the search that an experiment asks for. */
final class Searches {
    private final Experiment experiment;
    private final RunNotes notes;
    private final SearchProblem problem;

    /** @param notes notes on service and database beside the trials */
    Searches(FoundExperiment asked, RunNotes notes) {
        this.experiment = asked.experiment();
        this.notes = notes;
        this.problem = SearchProblem.of(asked);
    }

    SearchProblem problem() {
        return problem;
    }

    Search search() {
        return new MeasuringConditions(
                experiment.earlier().isPresent()
                        ? new RevisitingSearch(
                                answering(), problem, experiment.earlier().get())
                        : answering());
    }

    /** Returns the conclusion that trials lead to where nothing is left to try more; empty where there are none. */
    Optional<Conclusion> concluded(List<Trial> trials) {
        return search().next(trials, Duration.ZERO) instanceof Conclusion conclusion
                ? Optional.of(conclusion)
                : Optional.empty();
    }

    /** Returns the table of earlier measurements that the experiment names, compared with what was measured here. */
    Optional<ReferenceComparison> comparison(List<Trial> trials) {
        return experiment
                .earlier()
                .map(table -> ReferenceComparison.of(
                        table, problem, KnownAssumptions.of(experiment, notes, Settings.NONE), trials));
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
