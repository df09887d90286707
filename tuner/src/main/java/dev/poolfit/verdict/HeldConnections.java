package dev.poolfit.verdict;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Knob;
import dev.poolfit.model.Bound;
import dev.poolfit.verdict.Finding.Severity;
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
        String seen = "All " + pool + " connections are in use and "
                + Facts.count(pending.get().mean()) + " requests wait for one"
                + (room.isPresent() ? " while the CPUs have room" : "")
                + ": a request holds its connection for "
                + Facts.time(hold.get().mean()) + ". " + holding(evidence, facts, hold.get());
        OptionalDouble missed = largest(evidence, pool) ? evidence.missed(Double.MAX_VALUE) : OptionalDouble.empty();
        return Optional.of(
                missed.isPresent()
                        ? outOfReach(facts, seen, pool, missed.getAsDouble())
                        : facts.finding(
                                Rule.HOLD_BOUND,
                                evidence.reached() ? Severity.INFO : Severity.WARNING,
                                seen + saving(evidence, facts, hold.get())));
    }

    private static Finding outOfReach(Facts facts, String seen, int pool, double wanted) {
        double needed = 1000 * pool / wanted;
        return facts.with("throughputWanted", wanted)
                .with("holdMsThatTheGoalNeeds", needed)
                .finding(
                        Rule.HOLD_BOUND,
                        Severity.BLOCKING,
                        "Shorten the hold first: no pool that is allowed reaches the goal. " + seen + "At this pool "
                                + Facts.rate(wanted) + " need a hold of at most " + Facts.time(needed) + ".");
    }

    private static String saving(Case evidence, Facts facts, Interval hold) {
        double step = hold.mean() < LONG ? 1 : 10;
        double saved = evidence.symptoms().mean(evidence.here(), Figure.RATE) * step / 1000;
        facts.with(step == 1 ? "connectionsPerMs" : "connectionsPerTenMs", saved);
        return "Shorten that first: each " + (int) step + " ms less saves " + Facts.count(saved, "connection")
                + " at this rate. Raise the pool only then.";
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
    private static String holding(Case evidence, Facts facts, Interval hold) {
        Optional<Interval> database = evidence.here(Figure.DATABASE_MS);
        Optional<Interval> service = evidence.here(Figure.SERVICE_MS);
        if (database.isEmpty() || service.isEmpty()) {
            return "";
        }
        double rest =
                Math.max(0, hold.low() - database.get().high() - service.get().high());
        facts.with("heldWithoutCpuMsAtLeast", rest);
        String parts = "The database computes for " + Facts.time(database.get().mean())
                + " of that, the service for at most "
                + Facts.time(Math.min(hold.mean(), service.get().mean()));
        if (rest >= MOST * hold.mean()) {
            return parts + "; for at least " + Facts.time(rest)
                    + " nothing computes, it waits: for a sleep, a call to another service, a lock, the disk or the"
                    + " network. ";
        }
        if (database.get().low() >= MOST * hold.mean()) {
            return parts + ": look at the query before anything else. ";
        }
        return parts + ". ";
    }
}
