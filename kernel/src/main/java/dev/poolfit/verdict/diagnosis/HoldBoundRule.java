package dev.poolfit.verdict.diagnosis;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.LevellingOff;
import dev.poolfit.experiment.Knob;
import dev.poolfit.model.solver.Bound;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Connections are the limit: all in use, requests wait for them, and both CPUs are below 70 %. Throughput then is pool ÷
 * hold time (Little's law over the connections), so a shorter hold gives as much as a larger pool, and costs the
 * database nothing. A much larger pool that gave no more shows that they are not the limit. Where the cores are not known, the fitted model must say that the hold is the limit.
 */
final class HoldBoundRule {
    private static final double ALL = 0.9;
    /** A part of the hold that is worth naming as its cause. */
    private static final double MOST = 0.5;
    /** The hold in milliseconds from which on savings are given for 10 ms less; below, for one. */
    private static final double LONG = 30;

    /** The least share of the pool's growth, on the log scale, that throughput follows where connections are the limit. */
    private static final double FOLLOWS = 0.5;

    private HoldBoundRule() {}

    static Optional<Finding> judge(DiagnosisContext evidence) {
        int pool = evidence.here().pool().orElse(0);
        Optional<Interval> active = evidence.here(Indicator.ACTIVE);
        Optional<Interval> pending = evidence.here(Indicator.PENDING);
        Optional<Interval> hold = evidence.here(Indicator.HOLD_MS);
        Optional<Boolean> room = evidence.processors(evidence.here()).room();
        boolean idle =
                room.orElseGet(() -> evidence.bound(evidence.here()).stream().anyMatch(Bound.HOLD::equals));
        if (pool == 0
                || hold.isEmpty()
                || active.isEmpty()
                || pending.isEmpty()
                || active.get().low() < ALL * pool
                || pending.get().low() < 1
                || !idle
                || levelledOff(evidence, pool)) {
            return Optional.empty();
        }
        FindingBuilder builder = FindingBuilder.at(evidence, evidence.here())
                .figures(
                        Indicator.ACTIVE,
                        Indicator.PENDING,
                        Indicator.HOLD_MS,
                        Indicator.DATABASE_MS,
                        Indicator.SERVICE_MS)
                .with("pool", pool);
        var advice = new ArrayList<Message>();
        advice.add(Message.of(
                room.isPresent() ? "advice.hold-bound.idle-cpu" : "advice.hold-bound.full",
                pool,
                Quantity.aboutCount(pending.get().mean()),
                Quantity.time(hold.get().mean())));
        holding(evidence, builder, hold.get()).ifPresent(advice::add);
        OptionalDouble missed = largest(evidence, pool) ? evidence.missed(Double.MAX_VALUE) : OptionalDouble.empty();
        if (missed.isPresent()) {
            return Optional.of(outOfReach(builder, advice, pool, missed.getAsDouble()));
        }
        advice.add(saving(evidence, builder, hold.get()));
        return Optional.of(builder.finding(
                DiagnosisRule.HOLD_BOUND, evidence.reached() ? Severity.INFO : Severity.WARNING, advice));
    }

    /**
     * Returns whether a much larger pool gave no more, or a much smaller one hardly less: something else is the limit, such as
     * what the connections wait for, and neither a shorter hold nor a larger pool helps.
     */
    private static boolean levelledOff(DiagnosisContext evidence, int pool) {
        double rate = evidence.probes().mean(evidence.here(), Indicator.RATE);
        return evidence.probes().settings(Indicator.RATE).anyMatch(each -> {
            double other = evidence.probes().mean(each, Indicator.RATE);
            int size = each.pool().orElse(pool);
            double times = (double) size / pool;
            return LevellingOff.shows(size, pool, other, rate)
                    || times <= 1 / LevellingOff.MUCH_LARGER && Math.log(other / rate) > FOLLOWS * Math.log(times);
        });
    }

    private static Finding outOfReach(FindingBuilder builder, List<Message> seen, int pool, double wanted) {
        double needed = 1000 * pool / wanted;
        var advice = new ArrayList<Message>();
        advice.add(Message.of("advice.hold-bound.first"));
        advice.addAll(seen);
        advice.add(Message.of("advice.hold-bound.needs", Quantity.aboutRate(wanted), Quantity.time(needed)));
        return builder.with("throughputWanted", wanted)
                .with("holdMsThatTheGoalNeeds", needed)
                .finding(DiagnosisRule.HOLD_BOUND, Severity.BLOCKING, advice);
    }

    private static Message saving(DiagnosisContext evidence, FindingBuilder builder, Interval hold) {
        int step = hold.mean() < LONG ? 1 : 10;
        double saved = evidence.probes().mean(evidence.here(), Indicator.RATE) * step / 1000;
        builder.with(step == 1 ? "connectionsPerMs" : "connectionsPerTenMs", saved);
        return Message.of("advice.hold-bound.shorten", step, Quantity.aboutCount(saved));
    }

    /** Returns whether no larger pool may be tried. */
    private static boolean largest(DiagnosisContext evidence, int pool) {
        return evidence.problem()
                .space()
                .of(Knob.POOL)
                .filter(range -> pool >= range.high())
                .isPresent();
    }

    /** Tells what the time of a hold goes into, as far as the CPUs tell. */
    private static Optional<Message> holding(DiagnosisContext evidence, FindingBuilder builder, Interval hold) {
        Optional<Interval> database = evidence.here(Indicator.DATABASE_MS);
        Optional<Interval> service = evidence.here(Indicator.SERVICE_MS);
        if (database.isEmpty() || service.isEmpty()) {
            return Optional.empty();
        }
        double rest =
                Math.max(0, hold.low() - database.get().high() - service.get().high());
        builder.with("heldWithoutCpuMsAtLeast", rest);
        Quantity inDatabase = Quantity.time(database.get().mean());
        Quantity inService = Quantity.time(Math.min(hold.mean(), service.get().mean()));
        if (rest >= MOST * hold.mean()) {
            return Optional.of(Message.of("advice.hold-bound.waits", inDatabase, inService, Quantity.time(rest)));
        }
        return Optional.of(Message.of(
                database.get().low() >= MOST * hold.mean() ? "advice.hold-bound.query" : "advice.hold-bound.parts",
                inDatabase,
                inService));
    }
}
