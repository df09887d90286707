package dev.poolfit.verdict.diagnosis;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.InteractiveLaw;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Load;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Users, throughput and response time of a closed load contradict each other ({@link InteractiveLaw}). Judged on trials that
 * were set aside for it.
 */
final class InteractiveLawRule {
    private InteractiveLawRule() {}

    static Optional<Finding> judge(DiagnosisContext evidence) {
        Load load = evidence.problem().load();
        List<Contradiction> broken = evidence.trials().stream()
                .filter(trial -> trial.flags().contains(Flag.LITTLE_VIOLATED))
                .flatMap(trial -> contradiction(trial, load).stream())
                .toList();
        return broken.stream()
                .max(Comparator.comparingDouble(each -> Math.abs(each.deviation())))
                .map(worst -> finding(worst, broken.size(), evidence.trials().size()));
    }

    private static Finding finding(Contradiction worst, int broken, int all) {
        return new Finding(
                DiagnosisRule.CLOSED_LAW,
                Severity.WARNING,
                Map.of(
                        "users",
                        worst.users,
                        "usersByTheLaw",
                        worst.byLaw,
                        "deviationPercent",
                        100 * worst.deviation(),
                        "trialsBroken",
                        (double) broken,
                        "trials",
                        (double) all),
                Message.of(
                        "advice.closed-law",
                        broken,
                        all,
                        Quantity.aboutCount(worst.byLaw),
                        Quantity.aboutCount(worst.users)));
    }

    private static Optional<Contradiction> contradiction(Trial trial, Load load) {
        Interval good = trial.throughput();
        double failed = trial.failedPerSecond();
        var rate = new Interval(good.mean() + failed, Math.max(0, good.low()) + failed, good.high() + failed);
        return InteractiveLaw.of(load, trial.mean(Metric.USERS).orElse(load.peakUsers()), trial.meanMs())
                .filter(law -> law.broken(rate, InteractiveLaw.TOLERANCE))
                .map(law -> new Contradiction(law.users(), law.users(rate).mean()));
    }

    private record Contradiction(double users, double byLaw) {
        double deviation() {
            return byLaw / users - 1;
        }
    }
}
