package dev.poolfit.verdict.earlier;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Earlier;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.NamedRule;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.rule.Evidence;
import dev.poolfit.verdict.rule.Move;
import dev.poolfit.verdict.rule.Rule;
import dev.poolfit.verdict.rule.RuleTable;
import dev.poolfit.verdict.search.Search;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A search that, once it has its answer, tries the settings of an earlier table with what is left of the budget. The answer
 * does not know of these trials.
 */
public final class RevisitingSearch implements Search {
    /** The rules for the next step, in their order; the first that has something to say decides. */
    private static final RuleTable<RowEvidence> TABLE = RuleTable.of(
            "earlier-table",
            Rule.of("no-answer-yet", RowEvidence::search),
            Rule.of("earlier-table", RowEvidence::rows),
            Rule.of("verdict", RowEvidence::verdict));

    private final Search search;
    private final SearchProblem problem;
    private final Earlier earlier;
    private final Predicate<Settings> forbidden;

    /** @param forbidden settings that are not tried */
    public RevisitingSearch(Search search, SearchProblem problem, Earlier earlier, Predicate<Settings> forbidden) {
        this.search = search;
        this.problem = problem;
        this.earlier = earlier;
        this.forbidden = forbidden;
    }

    /** The rules of its table, in their order. */
    public static List<NamedRule> rules() {
        return TABLE.named();
    }

    @Override
    public Decision next(List<Trial> trials, Duration left) {
        return TABLE.decide(new RowEvidence(problem, trials, left, search, earlier, forbidden));
    }

    /** The evidence of the rules, with one method for each of them. */
    private static final class RowEvidence extends Evidence {
        private final Earlier earlier;
        private final Predicate<Settings> forbidden;
        private final Decision decision;

        RowEvidence(
                SearchProblem problem,
                List<Trial> trials,
                Duration left,
                Search search,
                Earlier earlier,
                Predicate<Settings> forbidden) {
            super(problem, trials, left);
            this.earlier = earlier;
            this.forbidden = forbidden;
            boolean begun = trials.stream().anyMatch(trial -> trial.role() == Role.REVISIT);
            decision = search.next(Revisit.decisive(trials), begun ? Duration.ZERO : left());
        }

        /** There is no answer yet. */
        Optional<Move> search() {
            return decision instanceof Conclusion ? Optional.empty() : said(decision);
        }

        /** As many rows as the rest of the budget pays for, each as long as a trial that confirms, with its warm-up. */
        Optional<Move> rows() {
            List<Settings> due = earlier.rows().stream()
                    .map(row -> Revisit.whole(row.settings(), problem()))
                    .filter(this::allowed)
                    .filter(settings -> !seen(settings))
                    .distinct()
                    .toList();
            Duration length = problem().confirmLength();
            int fitting = (int) Math.min(due.size(), left().dividedBy(length.multipliedBy(2)));
            return fitting == 0
                    ? Optional.empty()
                    : tried(
                            TrialPlan.interleaved(
                                    Role.REVISIT,
                                    due.subList(0, fitting),
                                    1,
                                    length,
                                    problem().seed()),
                            Duration.ZERO,
                            Message.of("because.rows", fitting, due.size()));
        }

        Optional<Move> verdict() {
            return said(decision);
        }

        /** Returns whether it can be tried while the service runs, below the ceiling, and not where the pool can stand still. */
        private boolean allowed(Settings settings) {
            return settings.knobs().stream()
                            .allMatch(knob -> problem().found().has(knob)
                                    && (knob.live() && knob != Knob.CONNECTION_TIMEOUT
                                            || problem().found().agree(knob, settings)))
                    && !forbidden.test(settings)
                    && Optional.of(settings.pool())
                            .filter(pool -> pool.isPresent()
                                    && problem().poolLimit().isPresent()
                                    && pool.getAsInt() > problem().poolLimit().getAsInt())
                            .isEmpty();
        }
    }
}
