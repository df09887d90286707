package dev.poolfit.verdict.diagnosis;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.Comparator;
import java.util.Optional;

/**
 * With few connections nearly each commit waits for a flush of the disk of its own; where throughput is highest, with twice as many in
 * use and more, a flush serves a quarter more commits (MySQL 5.6 Reference Manual, Group Commit for Redo Log Flushing). The
 * queueing model knows nothing of it. Silent for PostgreSQL, whose flushes are not read.
 */
final class GroupCommitRule {
    private static final double GROWTH = 1.25;
    private static final double MORE_ACTIVE = 2;
    /** The transactions a flush from which on most only read: these are committed without one. */
    private static final double MOSTLY_WRITING = 2;

    private GroupCommitRule() {}

    static Optional<Finding> judge(DiagnosisContext evidence) {
        ProbeStatistics probes = evidence.probes();
        Indicator[] needed = {Indicator.ACTIVE, Indicator.COMMITS_PER_FLUSH, Indicator.RATE};
        Optional<Settings> few =
                probes.settings(needed).min(Comparator.comparingDouble(each -> probes.mean(each, Indicator.ACTIVE)));
        Optional<Settings> many =
                probes.settings(needed).max(Comparator.comparingDouble(each -> probes.mean(each, Indicator.RATE)));
        return few.flatMap(
                less -> many.filter(more -> shared(probes, less, more)).map(more -> finding(evidence, less, more)));
    }

    private static boolean shared(ProbeStatistics probes, Settings few, Settings many) {
        Interval alone = probes.at(few, Indicator.COMMITS_PER_FLUSH).orElseThrow();
        Interval together = probes.at(many, Indicator.COMMITS_PER_FLUSH).orElseThrow();
        return probes.mean(many, Indicator.ACTIVE) >= MORE_ACTIVE * probes.mean(few, Indicator.ACTIVE)
                && alone.mean() < MOSTLY_WRITING
                && together.low() > GROWTH * alone.high();
    }

    private static Finding finding(DiagnosisContext evidence, Settings few, Settings many) {
        ProbeStatistics probes = evidence.probes();
        double alone = probes.mean(few, Indicator.COMMITS_PER_FLUSH);
        double active = probes.mean(few, Indicator.ACTIVE);
        return FindingBuilder.at(evidence, many)
                .figures(Indicator.COMMITS_PER_FLUSH, Indicator.ACTIVE)
                .with("commitsPerFlushWithFew", alone)
                .with("activeWithFew", active)
                .finding(
                        DiagnosisRule.GROUP_COMMIT,
                        Severity.INFO,
                        Message.of(
                                "advice.group-commit",
                                Quantity.aboutCount(alone),
                                Quantity.aboutCount(active),
                                Quantity.aboutCount(probes.mean(many, Indicator.COMMITS_PER_FLUSH)),
                                Quantity.aboutCount(probes.mean(many, Indicator.ACTIVE))));
    }
}
