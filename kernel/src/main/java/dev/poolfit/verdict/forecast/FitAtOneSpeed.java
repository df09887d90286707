package dev.poolfit.verdict.forecast;

import dev.poolfit.evidence.Periods;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.model.fit.TrialFit;
import dev.poolfit.verdict.SearchProblem;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Fits the model to trials at one speed ({@link CommonSpeed}), without the initial settings where only those are not explained. */
public final class FitAtOneSpeed {
    /** Settings beside the initial ones. */
    private static final int LEAST_TO_FIT = 3;

    private final SearchProblem problem;
    private final Assumptions known;
    private final List<Trial> trials;

    public FitAtOneSpeed(SearchProblem problem, Assumptions known, List<Trial> trials) {
        this.problem = problem;
        this.known = known;
        this.trials = trials;
    }

    /** @param withoutInitial whether the initial settings are not part of it */
    public record Fitted(Optional<TrialFit> fit, boolean withoutInitial) {}

    /** At the speed of the last load. */
    public Fitted latest() {
        return fitted(any -> true);
    }

    /** At the speed of the last load under which these settings were compared; as the trials are where there is none. */
    public Fitted of(Optional<Settings> settings) {
        return fitted(each -> settings.filter(each::equals).isPresent());
    }

    private Fitted fitted(Predicate<Settings> compared) {
        List<Trial> alike = trials.stream()
                .filter(trial -> trial.valid() && compared.test(trial.settings()))
                .flatMap(trial -> trial.periods().stream())
                .map(Periods::load)
                .reduce((earlier, later) -> later)
                .map(load -> CommonSpeed.of(trials, load))
                .orElse(trials);
        Optional<TrialFit> whole = TrialFit.of(alike, problem.load(), known, problem.seed());
        Optional<TrialFit> others = whole.flatMap(TrialFit::unexplained)
                .filter(problem.found()::equals)
                .flatMap(initial -> ofOthers(alike));
        return new Fitted(others.or(() -> whole), others.isPresent());
    }

    /**
     * The fit without the initial settings, if it explains the others: those are alike, the initial ones may have a thousand
     * threads, and what these cost is in no term of the model.
     */
    private Optional<TrialFit> ofOthers(List<Trial> alike) {
        List<Trial> others = alike.stream()
                .filter(trial -> !trial.settings().equals(problem.found()))
                .toList();
        long settings = others.stream()
                .filter(Trial::valid)
                .map(Trial::settings)
                .distinct()
                .count();
        return settings < LEAST_TO_FIT
                ? Optional.empty()
                : TrialFit.of(others, problem.load(), known, problem.seed())
                        .filter(fit -> fit.unexplained().isEmpty());
    }
}
