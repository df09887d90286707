package dev.poolfit.report;

import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.diagnosis.DiagnosingSearch;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** What the rules find in the made-up runs. */
final class SampleFindings {
    private SampleFindings() {}

    /** The same run, with what the rules find in its trials, service and database having machines of their own. */
    static Run diagnosed(Run run, int serviceCores, int databaseCores) {
        Conclusion before = run.conclusion();
        var asked = run.question();
        var question = new SearchProblem(
                asked.space(),
                asked.goal(),
                asked.experiment().load(),
                before.baseline().orElseThrow().settings(),
                before.poolLimit(),
                asked.budget(),
                asked.seed());
        var known = new Assumptions(
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                OptionalDouble.empty(),
                OptionalDouble.of(serviceCores),
                OptionalInt.of(databaseCores),
                false,
                false);
        var conclusion = before.with(DiagnosingSearch.findings(question, run.trials(), known, before));
        return new Run(run.question(), conclusion, run.trials(), run.series(), run.circumstances(), run.revisits());
    }
}
