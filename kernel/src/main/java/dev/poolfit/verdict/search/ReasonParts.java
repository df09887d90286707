package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.SearchProblem;

/** What settings, their figures and the goal are called in a reason. */
final class ReasonParts {
    private final SearchProblem problem;

    ReasonParts(SearchProblem problem) {
        this.problem = problem;
    }

    Message goal() {
        return problem.goal().words();
    }

    Message name(Performance performance) {
        return name(performance.settings());
    }

    Message name(Settings settings) {
        boolean both = problem.space().of(Knob.THREADS).isPresent()
                && settings.threads().isPresent();
        int pool = settings.pool().orElse(0);
        int threads = settings.threads().orElse(0);
        if (settings.pool().isEmpty()) {
            return Message.of("name.threads", threads);
        }
        return both ? Message.of("name.pool-threads", pool, threads) : Message.of("name.pool", pool);
    }

    static Message figures(Performance performance) {
        return Message.of(
                "join.comma",
                rate(performance.throughput()),
                Message.of(
                        "figures.quality",
                        Quantity.time(performance.p99Ms().mean()),
                        Quantity.share(performance.errorRate().mean())));
    }

    Quantity margin() {
        return Quantity.share(problem.goal().margin().fraction());
    }

    static Quantity share(Interval ratio) {
        return Quantity.share(ratio.mean()).between(ratio.low(), ratio.high());
    }

    static Quantity rate(Interval interval) {
        return Quantity.rate(interval.mean()).between(interval.low(), interval.high());
    }
}
