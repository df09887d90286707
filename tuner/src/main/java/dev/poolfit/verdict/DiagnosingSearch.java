package dev.poolfit.verdict;

import dev.poolfit.evidence.Trial;
import dev.poolfit.model.Assumptions;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** A search whose conclusion, whichever it is, also says what else the evidence shows. */
public final class DiagnosingSearch implements Search {
    private final Search search;
    private final Question question;
    private final Assumptions known;

    /**
     * @param known what is known of service and database beside the trials
     */
    public DiagnosingSearch(Search search, Question question, Assumptions known) {
        this.search = search;
        this.question = question;
        this.known = known;
    }

    @Override
    public Decision next(List<Trial> trials, Duration left) {
        Decision decision = search.next(trials, left);
        return decision instanceof Conclusion conclusion
                ? conclusion.with(findings(question, trials, known, conclusion))
                : decision;
    }

    /** What the rules find, the most severe first. */
    public static List<Finding> findings(
            Question question, List<Trial> trials, Assumptions known, Conclusion conclusion) {
        var evidence = Case.of(question, trials, known, conclusion);
        return Arrays.stream(Rule.values())
                .flatMap(rule -> rule.judge(evidence).stream())
                .sorted(Comparator.comparing(Finding::severity).reversed())
                .toList();
    }
}
