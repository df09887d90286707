package dev.poolfit.verdict;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Earlier;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.verdict.Decision.TryNext;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A search that, once it has its answer, tries the settings of an earlier table with what is left of the budget. The answer
 * does not know of these trials.
 */
public final class RevisitingSearch implements Search {
    private final Search search;
    private final Question question;
    private final Earlier earlier;

    public RevisitingSearch(Search search, Question question, Earlier earlier) {
        this.search = search;
        this.question = question;
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
                .map(row -> Revisit.whole(row.settings(), question))
                .filter(this::allowed)
                .filter(settings ->
                        trials.stream().noneMatch(trial -> trial.settings().equals(settings)))
                .distinct()
                .toList();
        Duration length = question.confirmLength();
        int fitting = (int) Math.min(due.size(), left.dividedBy(length.multipliedBy(2)));
        return fitting == 0
                ? decision
                : new TryNext(TrialPlan.interleaved(Role.REVISIT, due.subList(0, fitting), 1, length, question.seed()));
    }

    /** Whether it can be tried while the service runs, below the ceiling. */
    private boolean allowed(Settings settings) {
        return settings.values().entrySet().stream()
                        .allMatch(each -> question.found().has(each.getKey())
                                && (each.getKey().live() && each.getKey() != Knob.CONNECTION_TIMEOUT
                                        || question.found().get(each.getKey()) == each.getValue()))
                && Optional.of(settings.pool())
                        .filter(pool -> pool.isPresent()
                                && question.poolLimit().isPresent()
                                && pool.getAsInt() > question.poolLimit().getAsInt())
                        .isEmpty();
    }
}
