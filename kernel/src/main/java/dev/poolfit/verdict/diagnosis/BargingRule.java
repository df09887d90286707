package dev.poolfit.verdict.diagnosis;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.evidence.Trial;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.List;
import java.util.Optional;

/**
 * Some requests wait for a connection far longer than others: HikariCP's hand-off lets newcomers pass (HikariCP issues 1909 and
 * 2192), the more so the busier the CPU and the more threads wait. Judged by responses, since the pool publishes no percentile
 * of its waits: where waiting is most of the response, its 99th percentile less the rest of the response must exceed three mean
 * waits; served in order it would be about one.
 */
final class BargingRule {
    private static final double UNFAIR = 3;
    private static final double MOST = 0.6;

    private BargingRule() {}

    static Optional<Finding> judge(DiagnosisContext evidence) {
        List<Trial> trials = evidence.probes().trials(evidence.here());
        Optional<Interval> wait = evidence.here(Indicator.WAIT_MS);
        if (wait.isEmpty() || wait.get().mean() <= 0) {
            return Optional.empty();
        }
        double response = trials.stream().mapToDouble(Trial::meanMs).average().orElseThrow();
        Interval p99 = p99(trials);
        double rest = Math.max(0, response - wait.get().mean());
        boolean waiting = wait.get().low() > MOST * response;
        return waiting && p99.low() - rest > UNFAIR * wait.get().high()
                ? Optional.of(FindingBuilder.at(evidence, evidence.here())
                        .figures(Indicator.WAIT_MS, Indicator.PENDING)
                        .with("responseP99Ms", p99.mean())
                        .with(
                                "p99WaitByMeanWait",
                                (p99.mean() - rest) / wait.get().mean())
                        .finding(
                                DiagnosisRule.BARGING,
                                Severity.WARNING,
                                Message.of(
                                        "advice.barging",
                                        Quantity.aboutCount(
                                                (p99.mean() - rest) / wait.get().mean()),
                                        Quantity.time(wait.get().mean()))))
                : Optional.empty();
    }

    private static Interval p99(List<Trial> trials) {
        double[] runs =
                trials.stream().mapToDouble(trial -> trial.p99Ms().mean()).toArray();
        return runs.length > 2 ? Statistics.acrossRuns(runs) : trials.get(0).p99Ms();
    }
}
