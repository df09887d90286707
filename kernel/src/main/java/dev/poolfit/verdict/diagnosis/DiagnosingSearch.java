package dev.poolfit.verdict.diagnosis;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.evidence.FindingOrder;
import dev.poolfit.evidence.Trial;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.search.Search;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Adds to the conclusion of a search what else the evidence shows. */
public final class DiagnosingSearch implements Search {
    private final Search search;
    private final SearchProblem problem;
    private final Assumptions known;

    /** @param known assumptions on service and database beside the trials */
    public DiagnosingSearch(Search search, SearchProblem problem, Assumptions known) {
        this.search = search;
        this.problem = problem;
        this.known = known;
    }

    @Override
    public Decision next(List<Trial> trials, Duration left) {
        Decision decision = search.next(trials, left);
        return decision instanceof Conclusion conclusion
                ? conclusion.with(findings(problem, conclusion.counted(trials), known, conclusion))
                : decision;
    }

    /** Applies all rules, and puts what they find in order. */
    public static List<Finding> findings(
            SearchProblem problem, List<Trial> trials, Assumptions known, Conclusion conclusion) {
        var evidence = DiagnosisContext.of(problem, trials, known, conclusion);
        List<Finding> found = Arrays.stream(DiagnosisRule.values())
                .flatMap(rule -> rule.judge(evidence).stream())
                .toList();
        return FindingOrder.of(evidence.flat().map(flat -> flat.first(found)).orElse(found));
    }

    /**
     * Joins all findings in order. Where no pool size helps, what is full tells who fills it. Where the load is the limit, long holds
     * limit nothing: they come last, as information.
     *
     * @param holders the findings on who holds the connections before the first trial
     * @param found the findings of the rules
     * @param flat that no pool size helps, where that was shown
     */
    public static List<Finding> findings(List<Finding> holders, List<Finding> found, Optional<FlatRate> flat) {
        boolean load = found.stream().anyMatch(each -> each.is(DiagnosisRule.LOAD_BOUND));
        // What was seen of each hold says more than the same told from means.
        Stream<Finding> others = found.stream()
                .filter(each -> holders.stream().noneMatch(seen -> seen.rule().equals(each.rule())));
        List<Finding> all = Stream.concat(
                        holders.stream().map(each -> load && isHold(each) ? each.with(Severity.INFO) : each), others)
                .toList();
        return FindingOrder.of(flat.filter(any -> !load)
                .map(any -> FlatRate.withWhoFills(any.first(all)))
                .orElse(all));
    }

    /** Returns whether it tells what connections are held for. */
    private static boolean isHold(Finding finding) {
        return finding.rule().startsWith("held-by-");
    }
}
