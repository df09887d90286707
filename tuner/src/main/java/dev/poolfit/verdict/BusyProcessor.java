package dev.poolfit.verdict;

import dev.poolfit.evidence.Interval;
import dev.poolfit.verdict.Finding.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The CPU of the database, or of the service, is the limit: X·D is 85 % of its cores and more, beyond the interval.
 *
 * <p>By the utilisation law (Denning and Buzen, The Operational Analysis of Queueing Network Models, 1978) no setting
 * serves more than cores ÷ CPU a request. A pool beyond c(1+s/D)+2 only queues at the database's c cores, where D is the
 * CPU of a request there and s the rest of its hold; HikariCP's own rule, 2·cores + spindles, is the case s = D
 * (About Pool Sizing, HikariCP's wiki).
 */
final class BusyProcessor {
    /** Whose CPU it is. */
    enum Side {
        DATABASE,
        SERVICE
    }

    private final Side side;

    BusyProcessor(Side side) {
        this.side = side;
    }

    /** Blocking where a rate was asked for that this CPU does not allow. */
    Optional<Finding> judge(Case evidence) {
        Processors processors = evidence.processors(evidence.here());
        boolean binds = side == Side.DATABASE ? processors.databaseBinds() : processors.serviceBinds();
        Optional<Interval> cpu = evidence.here(side == Side.DATABASE ? Figure.DATABASE_MS : Figure.SERVICE_MS);
        Optional<Interval> rate = evidence.here(Figure.RATE);
        if (!binds || cpu.isEmpty() || rate.isEmpty()) {
            return Optional.empty();
        }
        int cores = (side == Side.DATABASE ? processors.databaseCores() : processors.serviceCores()).orElseThrow();
        double allowed = processors.shared()
                ? rate.get().mean() * cores / evidence.symptoms().mean(evidence.here(), Figure.OWN_CORES)
                : 1000 * cores / cpu.get().mean();
        Facts facts = Facts.at(evidence, evidence.here())
                .with(processors.shared() ? "machineCores" : "cores", cores)
                .with("throughputThatTheCpuAllows", allowed);
        if (processors.shared()) {
            facts.figures(Figure.DATABASE_CORES, Figure.SERVICE_CORES, Figure.LOAD_CORES, Figure.MACHINE_CORES);
        }
        if (side == Side.DATABASE) {
            facts.figures(Figure.DATABASE_CORES, Figure.DATABASE_MS, Figure.STATEMENTS, Figure.ROWS, Figure.TEMPORARY);
        } else {
            facts.figures(Figure.SERVICE_CORES, Figure.SERVICE_MS);
        }
        OptionalDouble missed =
                evidence.missed(allowed * cpu.get().mean() / cpu.get().low());
        String costs =
                "A request costs the " + name() + " " + Facts.time(cpu.get().mean()) + " of CPU" + work(evidence)
                        + ", and "
                        + (processors.shared() ? "the " + cores + " cores that all share" : "its " + cores + " cores")
                        + " are busy";
        if (missed.isPresent()) {
            return Optional.of(facts.with("throughputWanted", missed.getAsDouble())
                    .finding(
                            rule(),
                            Severity.BLOCKING,
                            (side == Side.DATABASE
                                            ? "Fix the query first: no pool size will help. "
                                            : "Cut the service's CPU a request first, or add cores or instances: no pool"
                                                    + " size will help. ")
                                    + costs + ": that allows about " + Facts.rate(allowed) + " of the "
                                    + Facts.rate(missed.getAsDouble()) + " asked for."));
        }
        String enough = "";
        OptionalInt most =
                side == Side.DATABASE ? usefulPool(evidence, cores, cpu.get().mean()) : OptionalInt.empty();
        if (most.isPresent()) {
            facts.with("largestUsefulPool", most.getAsInt());
            enough = " More than about " + most.getAsInt() + " connections gain nothing.";
        }
        return Optional.of(facts.finding(
                rule(),
                evidence.reached() ? Severity.INFO : Severity.WARNING,
                costs + " at " + Facts.rate(rate.get().mean()) + "." + enough
                        + (side == Side.DATABASE
                                ? " For more, make the queries cheaper first (an index, fewer rows, fewer statements),"
                                        + " then look for the pool again."
                                : " For more, profile what the service computes, or add cores or instances; a larger"
                                        + " pool gains nothing.")));
    }

    /**
     * c(1+s/D)+2, never below a pool that is recommended; s as the model tells it, else as the hold shows where CPUs had
     * room, since queues at a busy CPU lengthen the hold, too.
     */
    private OptionalInt usefulPool(Case evidence, int cores, double cpu) {
        OptionalDouble fitted = evidence.fitted("s");
        OptionalDouble rest = fitted.isPresent() ? fitted : quietRest(evidence);
        if (rest.isEmpty()) {
            return OptionalInt.empty();
        }
        int most = (int) Math.ceil(cores * (1 + rest.getAsDouble() / cpu)) + 2;
        return OptionalInt.of(
                Math.max(most, evidence.reached() ? evidence.here().pool().orElse(0) : 0));
    }

    private static OptionalDouble quietRest(Case evidence) {
        Symptoms symptoms = evidence.symptoms();
        return symptoms.settings(Figure.HOLD_MS, Figure.DATABASE_MS)
                .filter(each -> evidence.processors(each).room().orElse(false))
                .mapToDouble(each ->
                        Math.max(0, symptoms.mean(each, Figure.HOLD_MS) - symptoms.mean(each, Figure.DATABASE_MS)))
                .min();
    }

    /** What the database does for it, such as {@code  in 2 statements, for which it reads 310,000 rows}. */
    private String work(Case evidence) {
        if (side == Side.SERVICE) {
            return "";
        }
        List<String> parts = new ArrayList<>();
        evidence.here(Figure.STATEMENTS).ifPresent(count -> parts.add(Facts.count(count.mean(), "statement")));
        evidence.here(Figure.ROWS)
                .filter(rows -> rows.mean() >= 1)
                .ifPresent(rows -> parts.add(Facts.count(rows.mean(), "row") + " read"));
        evidence.here(Figure.TEMPORARY)
                .filter(tables -> tables.mean() >= 0.1)
                .ifPresent(tables -> parts.add(Facts.count(tables.mean(), "temporary table") + " on disk"));
        return parts.isEmpty() ? "" : " (" + String.join(", ", parts) + ")";
    }

    private String name() {
        return side == Side.DATABASE ? "database" : "service";
    }

    private Rule rule() {
        return side == Side.DATABASE ? Rule.DATABASE_BOUND : Rule.SERVICE_BOUND;
    }
}
