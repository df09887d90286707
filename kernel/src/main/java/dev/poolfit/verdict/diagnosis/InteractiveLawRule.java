package dev.poolfit.verdict.diagnosis;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Load;
import dev.poolfit.units.Durations;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Users, throughput and response time of a closed load contradict each other: X·(R+Z) differs from N by more than 5 %
 * (Little's law; Denning and Buzen's interactive response time law). Judged on trials that were set aside for it.
 */
final class InteractiveLawRule {
    private static final double TOLERANCE = 0.05;

    private InteractiveLawRule() {}

    static Optional<Finding> judge(DiagnosisContext evidence) {
        Load load = evidence.problem().load();
        if (!load.closed() || load.script().isPresent()) {
            return Optional.empty();
        }
        List<Round> broken = evidence.trials().stream()
                .filter(trial -> trial.flags().contains(Flag.LITTLE_VIOLATED))
                .map(trial -> Round.of(trial, load))
                .filter(Round::broken)
                .toList();
        return broken.stream()
                .max(Comparator.comparingDouble(Round::deviation))
                .map(worst -> finding(worst, broken.size(), evidence.trials().size()));
    }

    private static Finding finding(Round worst, int broken, int all) {
        return new Finding(
                DiagnosisRule.CLOSED_LAW,
                Severity.WARNING,
                Map.of(
                        "users",
                        worst.users,
                        "usersByTheLaw",
                        worst.byLaw.mean(),
                        "deviationPercent",
                        100 * (worst.byLaw.mean() / worst.users - 1),
                        "trialsBroken",
                        (double) broken,
                        "trials",
                        (double) all),
                Message.of(
                        "advice.closed-law",
                        broken,
                        all,
                        Quantity.aboutCount(worst.byLaw.mean()),
                        Quantity.aboutCount(worst.users)));
    }

    private record Round(double users, Interval byLaw) {
        static Round of(Trial trial, Load load) {
            double users = load.shape() instanceof Load.Users closed
                    ? closed.users()
                    : trial.mean(Metric.USERS).orElse(load.peakUsers());
            double cycle = trial.meanMs() / 1000 + Durations.seconds(load.think());
            double failed = trial.failedPerSecond();
            Interval rate = trial.throughput();
            return new Round(
                    users,
                    new Interval(
                            (rate.mean() + failed) * cycle,
                            (Math.max(0, rate.low()) + failed) * cycle,
                            (rate.high() + failed) * cycle));
        }

        boolean broken() {
            return users > 0 && (byLaw.high() < (1 - TOLERANCE) * users || byLaw.low() > (1 + TOLERANCE) * users);
        }

        double deviation() {
            return Math.abs(byLaw.mean() / users - 1);
        }
    }
}
