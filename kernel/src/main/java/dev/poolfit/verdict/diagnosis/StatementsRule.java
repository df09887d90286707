package dev.poolfit.verdict.diagnosis;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.Optional;

/**
 * A request runs ten statements and more, by the database's own count. A high count alone proves nothing: it is a fault
 * where it grows with the rows that are shown (N+1). Silent for PostgreSQL, which counts transactions only.
 */
final class StatementsRule {
    private static final double MANY = 10;

    private StatementsRule() {}

    static Optional<Finding> judge(DiagnosisContext evidence) {
        return evidence.here(Indicator.STATEMENTS)
                .filter(count -> count.low() >= MANY)
                .map(count -> FindingBuilder.at(evidence, evidence.here())
                        .figures(Indicator.STATEMENTS, Indicator.ROWS, Indicator.DATABASE_MS)
                        .finding(
                                DiagnosisRule.STATEMENTS,
                                Severity.WARNING,
                                Message.of("advice.statements", Quantity.aboutCount(count.mean()))));
    }
}
