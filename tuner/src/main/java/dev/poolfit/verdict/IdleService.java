package dev.poolfit.verdict;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Bound;
import dev.poolfit.units.Sentence;
import dev.poolfit.verdict.Finding.Severity;
import java.util.Comparator;
import java.util.Optional;

/**
 * The load is the limit: at the most generous setting tried neither connections nor worker threads were all in use, and
 * the CPUs had room. Such trials show what was asked for and not what the service can do. Silent where a rate was the
 * goal and was reached.
 */
final class IdleService {
    private static final double ALL = 0.9;

    private IdleService() {}

    static Optional<Finding> judge(Case evidence) {
        boolean answered = evidence.reached() && !evidence.question().goal().maximal();
        return answered
                ? Optional.empty()
                : evidence.symptoms()
                        .settings(Figure.RATE, Figure.ACTIVE, Figure.PENDING, Figure.BUSY)
                        .filter(each ->
                                each.pool().isPresent() && each.threads().isPresent())
                        .max(Comparator.comparingInt(
                                        (Settings each) -> each.pool().getAsInt())
                                .thenComparingInt(each -> each.threads().getAsInt()))
                        .filter(each -> idle(evidence, each))
                        .map(each -> finding(evidence, each));
    }

    private static boolean idle(Case evidence, Settings settings) {
        Symptoms symptoms = evidence.symptoms();
        Interval active = symptoms.at(settings, Figure.ACTIVE).orElseThrow();
        Interval busy = symptoms.at(settings, Figure.BUSY).orElseThrow();
        boolean room = evidence.processors(settings)
                .room()
                .orElseGet(() -> evidence.bound(settings).stream().anyMatch(Bound.USERS::equals));
        return room
                && active.high() < ALL * settings.pool().getAsInt()
                && busy.high() < ALL * settings.threads().getAsInt()
                && symptoms.mean(settings, Figure.PENDING) < 1;
    }

    private static Finding finding(Case evidence, Settings settings) {
        Symptoms symptoms = evidence.symptoms();
        return Facts.at(evidence, settings)
                .figures(Figure.RATE, Figure.ACTIVE, Figure.PENDING, Figure.BUSY)
                .with("pool", settings.pool().getAsInt())
                .with("threads", settings.threads().getAsInt())
                .finding(
                        Rule.LOAD_BOUND,
                        Severity.WARNING,
                        Sentence.of(
                                "advice.load-bound",
                                settings.toString(),
                                Facts.count(symptoms.mean(settings, Figure.ACTIVE)),
                                Facts.count(symptoms.mean(settings, Figure.BUSY))));
    }
}
