package dev.poolfit.verdict.diagnosis;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.evidence.Trial;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.search.Search;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
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

    /** Applies all rules; the most severe findings come first. */
    public static List<Finding> findings(
            SearchProblem problem, List<Trial> trials, Assumptions known, Conclusion conclusion) {
        var evidence = DiagnosisContext.of(problem, trials, known, conclusion);
        return Arrays.stream(DiagnosisRule.values())
                .flatMap(rule -> rule.judge(evidence).stream())
                .sorted(Comparator.comparing(Finding::severity).reversed())
                .toList();
    }

    /**
     * Joins all findings, the most severe first. Of the same severity, a full database comes before what connections are held for. Where the load is the limit, long holds limit nothing: they come last, as information.
     *
     * @param holders the findings on them before the first trial
     * @param found the findings of the rules
     */
    public static List<Finding> findings(List<Finding> holders, List<Finding> found) {
        // What was seen of each hold says more than the same told from means.
        List<Finding> others = found.stream()
                .filter(each -> holders.stream().noneMatch(seen -> seen.rule().equals(each.rule())))
                .toList();
        boolean load = found.stream().anyMatch(each -> each.is(DiagnosisRule.LOAD_BOUND));
        return load
                ? Stream.of(
                                holders.stream().filter(each -> !isHold(each)),
                                others.stream(),
                                holders.stream()
                                        .filter(DiagnosingSearch::isHold)
                                        .map(each -> each.with(Severity.INFO)))
                        .flatMap(each -> each)
                        .toList()
                : Stream.of(
                                holders.stream().filter(each -> each.severity() == Severity.BLOCKING),
                                others.stream().filter(each -> each.is(DiagnosisRule.DATABASE_BOUND)),
                                holders.stream().filter(each -> each.severity() != Severity.BLOCKING),
                                others.stream().filter(each -> !each.is(DiagnosisRule.DATABASE_BOUND)))
                        .flatMap(each -> each)
                        .sorted(Comparator.comparing(Finding::severity).reversed())
                        .toList();
    }

    /** Returns whether it tells what connections are held for. */
    private static boolean isHold(Finding finding) {
        return finding.rule().startsWith("held-by-");
    }
}
