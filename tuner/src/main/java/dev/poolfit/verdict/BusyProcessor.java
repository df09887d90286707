package dev.poolfit.verdict;

import dev.poolfit.evidence.Interval;
import dev.poolfit.units.Sentence;
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
        Sentence costs = Sentence.of(
                side == Side.DATABASE ? "advice.database-bound.costs" : "advice.service-bound.costs",
                Facts.time(cpu.get().mean()),
                work(evidence),
                Sentence.of(processors.shared() ? "advice.cores-of-all" : "advice.cores", cores));
        if (missed.isPresent()) {
            return Optional.of(facts.with("throughputWanted", missed.getAsDouble())
                    .finding(
                            rule(),
                            Severity.BLOCKING,
                            List.of(
                                    Sentence.of(
                                            side == Side.DATABASE
                                                    ? "advice.database-bound.first"
                                                    : "advice.service-bound.first"),
                                    Sentence.of(
                                            "advice.cpu-allows",
                                            costs,
                                            Facts.rate(allowed),
                                            Facts.rate(missed.getAsDouble())))));
        }
        var advice = new ArrayList<Sentence>();
        advice.add(
                Sentence.of("advice.cpu-at-rate", costs, Facts.rate(rate.get().mean())));
        OptionalInt most =
                side == Side.DATABASE ? usefulPool(evidence, cores, cpu.get().mean()) : OptionalInt.empty();
        if (most.isPresent()) {
            facts.with("largestUsefulPool", most.getAsInt());
            advice.add(Sentence.of("advice.database-bound.enough", most.getAsInt()));
        }
        advice.add(Sentence.of(side == Side.DATABASE ? "advice.database-bound.more" : "advice.service-bound.more"));
        return Optional.of(facts.finding(rule(), evidence.reached() ? Severity.INFO : Severity.WARNING, advice));
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
    private Sentence work(Case evidence) {
        if (side == Side.SERVICE) {
            return Sentence.verbatim("");
        }
        List<Sentence> parts = new ArrayList<>();
        evidence.here(Figure.STATEMENTS)
                .ifPresent(count -> parts.add(Sentence.of("advice.work.statements", Facts.count(count.mean()))));
        evidence.here(Figure.ROWS)
                .filter(rows -> rows.mean() >= 1)
                .ifPresent(rows -> parts.add(Sentence.of("advice.work.rows", Facts.count(rows.mean()))));
        evidence.here(Figure.TEMPORARY)
                .filter(tables -> tables.mean() >= 0.1)
                .ifPresent(tables -> parts.add(Sentence.of("advice.work.temporary", Facts.count(tables.mean()))));
        return parts.isEmpty()
                ? Sentence.verbatim("")
                : Sentence.of("advice.work", Sentence.joined("join.comma", parts));
    }

    private Rule rule() {
        return side == Side.DATABASE ? Rule.DATABASE_BOUND : Rule.SERVICE_BOUND;
    }
}
