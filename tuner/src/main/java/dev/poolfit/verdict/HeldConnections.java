package dev.poolfit.verdict;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Knob;
import dev.poolfit.model.Bound;
import dev.poolfit.units.Sentence;
import dev.poolfit.verdict.Finding.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Connections are the limit: all in use, requests wait for them, and both CPUs are below 70 %. Throughput then is pool ÷
 * hold time (Little's law over the connections), so a shorter hold gives as much as a larger pool, and costs the
 * database nothing. Where the cores are not known, the fitted model must say that the hold is the limit.
 */
final class HeldConnections {
    private static final double ALL = 0.9;
    /** A part of the hold that is worth naming as its cause. */
    private static final double MOST = 0.5;
    /** From this hold on, savings are told for 10 ms less; below, for one. */
    private static final double LONG = 30;

    private HeldConnections() {}

    static Optional<Finding> judge(Case evidence) {
        int pool = evidence.here().pool().orElse(0);
        Optional<Interval> active = evidence.here(Figure.ACTIVE);
        Optional<Interval> pending = evidence.here(Figure.PENDING);
        Optional<Interval> hold = evidence.here(Figure.HOLD_MS);
        Optional<Boolean> room = evidence.processors(evidence.here()).room();
        boolean idle =
                room.orElseGet(() -> evidence.bound(evidence.here()).stream().anyMatch(Bound.HOLD::equals));
        if (pool == 0
                || hold.isEmpty()
                || active.isEmpty()
                || pending.isEmpty()
                || active.get().low() < ALL * pool
                || pending.get().low() < 1
                || !idle) {
            return Optional.empty();
        }
        Facts facts = Facts.at(evidence, evidence.here())
                .figures(Figure.ACTIVE, Figure.PENDING, Figure.HOLD_MS, Figure.DATABASE_MS, Figure.SERVICE_MS)
                .with("pool", pool);
        var advice = new ArrayList<Sentence>();
        advice.add(Sentence.of(
                room.isPresent() ? "advice.hold-bound.idle-cpu" : "advice.hold-bound.full",
                pool,
                Facts.count(pending.get().mean()),
                Facts.time(hold.get().mean())));
        holding(evidence, facts, hold.get()).ifPresent(advice::add);
        OptionalDouble missed = largest(evidence, pool) ? evidence.missed(Double.MAX_VALUE) : OptionalDouble.empty();
        if (missed.isPresent()) {
            return Optional.of(outOfReach(facts, advice, pool, missed.getAsDouble()));
        }
        advice.add(saving(evidence, facts, hold.get()));
        return Optional.of(
                facts.finding(Rule.HOLD_BOUND, evidence.reached() ? Severity.INFO : Severity.WARNING, advice));
    }

    private static Finding outOfReach(Facts facts, List<Sentence> seen, int pool, double wanted) {
        double needed = 1000 * pool / wanted;
        var advice = new ArrayList<Sentence>();
        advice.add(Sentence.of("advice.hold-bound.first"));
        advice.addAll(seen);
        advice.add(Sentence.of("advice.hold-bound.needs", Facts.rate(wanted), Facts.time(needed)));
        return facts.with("throughputWanted", wanted)
                .with("holdMsThatTheGoalNeeds", needed)
                .finding(Rule.HOLD_BOUND, Severity.BLOCKING, advice);
    }

    private static Sentence saving(Case evidence, Facts facts, Interval hold) {
        int step = hold.mean() < LONG ? 1 : 10;
        double saved = evidence.symptoms().mean(evidence.here(), Figure.RATE) * step / 1000;
        facts.with(step == 1 ? "connectionsPerMs" : "connectionsPerTenMs", saved);
        return Sentence.of("advice.hold-bound.shorten", step, Facts.count(saved));
    }

    /** Whether no larger pool may be tried. */
    private static boolean largest(Case evidence, int pool) {
        return evidence.question()
                .space()
                .of(Knob.POOL)
                .filter(range -> pool >= range.high())
                .isPresent();
    }

    /** What the time of a hold goes into, as far as the CPUs tell. */
    private static Optional<Sentence> holding(Case evidence, Facts facts, Interval hold) {
        Optional<Interval> database = evidence.here(Figure.DATABASE_MS);
        Optional<Interval> service = evidence.here(Figure.SERVICE_MS);
        if (database.isEmpty() || service.isEmpty()) {
            return Optional.empty();
        }
        double rest =
                Math.max(0, hold.low() - database.get().high() - service.get().high());
        facts.with("heldWithoutCpuMsAtLeast", rest);
        String inDatabase = Facts.time(database.get().mean());
        String inService = Facts.time(Math.min(hold.mean(), service.get().mean()));
        if (rest >= MOST * hold.mean()) {
            return Optional.of(Sentence.of("advice.hold-bound.waits", inDatabase, inService, Facts.time(rest)));
        }
        return Optional.of(Sentence.of(
                database.get().low() >= MOST * hold.mean() ? "advice.hold-bound.query" : "advice.hold-bound.parts",
                inDatabase,
                inService));
    }
}
