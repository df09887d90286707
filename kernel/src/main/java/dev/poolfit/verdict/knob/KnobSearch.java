package dev.poolfit.verdict.knob;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.NamedRule;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.rule.Evidence;
import dev.poolfit.verdict.rule.Rule;
import dev.poolfit.verdict.rule.RuleTable;
import dev.poolfit.verdict.search.Search;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Searches pool and threads, then compares the values of the other knobs at the answer, one knob after the other, and
 * keeps what is better beyond the noise; where that may change the answer, pool and threads are searched again.
 */
public final class KnobSearch implements Search {
    /** The rules for the next step, in their order; the first that has something to say decides. */
    private static final RuleTable<KnobEvidence> TABLE = RuleTable.of(
            "knobs",
            Evidence.INITIAL_SETTINGS,
            Rule.of("knob.search", KnobEvidence::firstSearch, KnobEvidence.MOST_RESERVED),
            Rule.of("knob.search-again", KnobEvidence::searchAfterATurn, KnobEvidence.AFTER_A_TURN),
            Rule.of("knob", KnobEvidence::comparison, KnobPlan.LOOKS.get(0), KnobPlan.LOOKS.get(1)),
            Rule.of("knob.search-last", KnobEvidence::lastSearch),
            Rule.of("verdict", KnobEvidence::verdict));

    /** Makes the search of pool and threads. */
    public interface PoolSearch {
        /** @param held what the other knobs stand at meanwhile */
        Search of(SearchProblem problem, Settings held);
    }

    private final SearchProblem problem;
    private final PoolSearch poolSearch;
    private final Optional<Instant> started;
    /** A search of trials that are all there need not be thought through twice. */
    private final Map<List<Object>, Conclusion> concluded = new HashMap<>();

    /**
     * @param problem with one choice at least
     * @param started when the run began to start the service; empty where it was not this run that did
     */
    public KnobSearch(SearchProblem problem, PoolSearch poolSearch, Optional<Instant> started) {
        this.started = started;
        this.problem = problem;
        this.poolSearch = poolSearch;
    }

    /** The rules of its table, in their order. */
    public static List<NamedRule> rules() {
        return TABLE.named();
    }

    @Override
    public Decision next(List<Trial> trials, Duration left) {
        return TABLE.decide(new KnobEvidence(problem, trials, left, poolSearch, started, concluded));
    }
}
