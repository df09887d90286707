package dev.poolfit.verdict;

import dev.poolfit.units.Sentence;
import dev.poolfit.verdict.Finding.Severity;
import java.util.Optional;

/**
 * A request runs ten statements and more, by the database's own count. A high count alone proves nothing: it is a fault
 * where it grows with the rows that are shown (N+1). Silent for PostgreSQL, which counts transactions only.
 */
final class Statements {
    private static final double MANY = 10;

    private Statements() {}

    static Optional<Finding> judge(Case evidence) {
        return evidence.here(Figure.STATEMENTS)
                .filter(count -> count.low() >= MANY)
                .map(count -> Facts.at(evidence, evidence.here())
                        .figures(Figure.STATEMENTS, Figure.ROWS, Figure.DATABASE_MS)
                        .finding(
                                Rule.STATEMENTS,
                                Severity.WARNING,
                                Sentence.of("advice.statements", Facts.count(count.mean()))));
    }
}
