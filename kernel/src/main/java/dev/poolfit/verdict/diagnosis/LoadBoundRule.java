package dev.poolfit.verdict.diagnosis;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.solver.Bound;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.Comparator;
import java.util.Optional;

/**
 * The load is the limit: at the most generous setting tried neither connections nor worker threads were all in use, and
 * the CPUs had room, or the users hardly did anything but think: N users who think for Z send at most N ÷ Z requests a second
 * (the interactive response time law with R = 0; Denning and Buzen, <i>The Operational Analysis of Queueing Network
 * Models</i>, ACM Computing Surveys 10(3), 1978). Such trials show what was asked for and not what the service can do. Silent where a rate was the
 * goal and was reached, and where requests wait for something that is not seen, so that more users would only wait longer:
 * far fewer connections gave as much, or most users of a closed load are in the service all the time.
 */
final class LoadBoundRule {
    private static final double ALL = 0.9;
    /** Connections, as a share of those in use at the largest setting. */
    private static final double FEWER = 0.7;

    private static final double AS_MUCH = 0.97;
    private static final double MOST_USERS = 0.5;
    /** The share of the most that the users can send from which on they hardly do anything but think. */
    private static final double NEARLY_ALL = 0.9;

    private LoadBoundRule() {}

    static Optional<Finding> judge(DiagnosisContext evidence) {
        boolean answered = evidence.reached() && !evidence.problem().goal().maximal();
        return answered
                ? Optional.empty()
                : evidence.probes()
                        .settings(Indicator.RATE, Indicator.ACTIVE, Indicator.PENDING, Indicator.BUSY)
                        .filter(each ->
                                each.pool().isPresent() && each.threads().isPresent())
                        .max(Comparator.comparingInt(
                                        (Settings each) -> each.pool().getAsInt())
                                .thenComparingInt(each -> each.threads().getAsInt()))
                        .filter(each -> idle(evidence, each)
                                && !fewerGiveAsMuch(evidence, each)
                                && !mostUsersWait(evidence, each))
                        .map(each -> finding(evidence, each));
    }

    private static boolean idle(DiagnosisContext evidence, Settings settings) {
        ProbeStatistics probes = evidence.probes();
        Interval active = probes.at(settings, Indicator.ACTIVE).orElseThrow();
        Interval busy = probes.at(settings, Indicator.BUSY).orElseThrow();
        boolean room = evidence.processors(settings)
                .room()
                .orElseGet(() -> evidence.bound(settings).stream().anyMatch(Bound.USERS::equals));
        return (room || usersThink(evidence, settings))
                && active.high() < ALL * settings.pool().getAsInt()
                && busy.high() < ALL * settings.threads().getAsInt()
                && probes.mean(settings, Indicator.PENDING) < 1;
    }

    private static boolean usersThink(DiagnosisContext evidence, Settings settings) {
        return evidence.probes().mean(settings, Indicator.RATE) >= NEARLY_ALL * mostSent(evidence);
    }

    /** Returns the requests a second that the users send if every response comes at once; infinite where they do not think. */
    private static double mostSent(DiagnosisContext evidence) {
        Load load = evidence.problem().load();
        return load.closed() && !load.think().isZero()
                ? 1e3 * load.peakUsers() / load.think().toMillis()
                : Double.POSITIVE_INFINITY;
    }

    private static boolean fewerGiveAsMuch(DiagnosisContext evidence, Settings largest) {
        ProbeStatistics probes = evidence.probes();
        double fewer = FEWER * probes.mean(largest, Indicator.ACTIVE);
        double much = AS_MUCH * probes.mean(largest, Indicator.RATE);
        return probes.settings(Indicator.RATE)
                .anyMatch(each -> each.pool().orElse(0) <= fewer && probes.mean(each, Indicator.RATE) >= much);
    }

    private static boolean mostUsersWait(DiagnosisContext evidence, Settings settings) {
        Load load = evidence.problem().load();
        return load.closed() && evidence.probes().mean(settings, Indicator.BUSY) > MOST_USERS * load.peakUsers();
    }

    /** Builds the finding; where the most was asked for, no pool is the cause. */
    private static Finding finding(DiagnosisContext evidence, Settings settings) {
        ProbeStatistics probes = evidence.probes();
        boolean maximal = evidence.problem().goal().maximal();
        return FindingBuilder.at(evidence, settings)
                .figures(Indicator.RATE, Indicator.ACTIVE, Indicator.PENDING, Indicator.BUSY)
                .with("pool", settings.pool().getAsInt())
                .with("threads", settings.threads().getAsInt())
                .finding(
                        DiagnosisRule.LOAD_BOUND,
                        maximal ? Severity.BLOCKING : Severity.WARNING,
                        usersThink(evidence, settings)
                                ? Message.of(
                                        maximal ? "advice.load-bound.think.max" : "advice.load-bound.think",
                                        Quantity.aboutCount(
                                                evidence.problem().load().peakUsers()),
                                        Quantity.time(evidence.problem()
                                                .load()
                                                .think()
                                                .toMillis()),
                                        Quantity.rate(mostSent(evidence)),
                                        settings.toString(),
                                        Quantity.rate(probes.mean(settings, Indicator.RATE)))
                                : Message.of(
                                        maximal ? "advice.load-bound.max" : "advice.load-bound",
                                        settings.toString(),
                                        Quantity.aboutCount(probes.mean(settings, Indicator.ACTIVE)),
                                        Quantity.aboutCount(probes.mean(settings, Indicator.BUSY))));
    }
}
