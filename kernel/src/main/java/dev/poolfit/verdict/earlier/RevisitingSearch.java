package dev.poolfit.verdict.earlier;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Earlier;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.Decision.TryNext;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.search.Search;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A search that, once it has its answer, tries the settings of an earlier table with what is left of the budget. The answer
 * does not know of these trials.
 */
public final class RevisitingSearch implements Search {
    private final Search search;
    private final SearchProblem problem;
    private final Earlier earlier;

    public RevisitingSearch(Search search, SearchProblem problem, Earlier earlier) {
        this.search = search;
        this.problem = problem;
        this.earlier = earlier;
    }

    @Override
    public Decision next(List<Trial> trials, Duration left) {
        boolean begun = trials.stream().anyMatch(trial -> trial.role() == Role.REVISIT);
        Decision decision = search.next(Revisit.decisive(trials), begun ? Duration.ZERO : left);
        if (!(decision instanceof Conclusion)) {
            return decision;
        }
        List<Settings> due = earlier.rows().stream()
                .map(row -> Revisit.whole(row.settings(), problem))
                .filter(this::allowed)
                .filter(settings ->
                        trials.stream().noneMatch(trial -> trial.settings().equals(settings)))
                .distinct()
                .toList();
        Duration length = problem.confirmLength();
        int fitting = (int) Math.min(due.size(), left.dividedBy(length.multipliedBy(2)));
        return fitting == 0
                ? decision
                : new TryNext(
                        TrialPlan.interleaved(Role.REVISIT, due.subList(0, fitting), 1, length, problem.seed()),
                        Optional.of(Message.of("step.earlier-table")));
    }

    /** Whether it can be tried while the service runs, below the ceiling. */
    private boolean allowed(Settings settings) {
        return settings.knobs().stream()
                        .allMatch(knob -> problem.found().has(knob)
                                && (knob.live() && knob != Knob.CONNECTION_TIMEOUT
                                        || problem.found().agree(knob, settings)))
                && Optional.of(settings.pool())
                        .filter(pool -> pool.isPresent()
                                && problem.poolLimit().isPresent()
                                && pool.getAsInt() > problem.poolLimit().getAsInt())
                        .isEmpty();
    }
}
