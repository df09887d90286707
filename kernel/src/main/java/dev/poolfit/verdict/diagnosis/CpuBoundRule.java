package dev.poolfit.verdict.diagnosis;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.evidence.Interval;
import dev.poolfit.model.fit.Parameter;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
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
final class CpuBoundRule {
    /** The owner of the CPU. */
    enum Side {
        DATABASE,
        SERVICE
    }

    private final Side side;

    CpuBoundRule(Side side) {
        this.side = side;
    }

    /** Judges one CPU; blocking where a rate was asked for that this CPU does not allow. */
    Optional<Finding> judge(DiagnosisContext evidence) {
        Processors processors = evidence.processors(evidence.here());
        boolean binds = side == Side.DATABASE ? processors.databaseBinds() : processors.serviceBinds();
        Optional<Interval> cpu = evidence.here(side == Side.DATABASE ? Indicator.DATABASE_MS : Indicator.SERVICE_MS);
        Optional<Interval> rate = evidence.here(Indicator.RATE);
        if (!binds || cpu.isEmpty() || rate.isEmpty()) {
            return Optional.empty();
        }
        double cores = (side == Side.DATABASE ? processors.databaseCores() : processors.serviceCores()).orElseThrow();
        double allowed = processors.shared()
                ? rate.get().mean() * cores / evidence.probes().mean(evidence.here(), Indicator.OWN_CORES)
                : 1000 * cores / cpu.get().mean();
        FindingBuilder builder = FindingBuilder.at(evidence, evidence.here())
                .with(processors.shared() ? "machineCores" : "cores", cores)
                .with("throughputThatTheCpuAllows", allowed);
        if (processors.shared()) {
            builder.figures(
                    Indicator.DATABASE_CORES, Indicator.SERVICE_CORES, Indicator.LOAD_CORES, Indicator.MACHINE_CORES);
        }
        if (side == Side.DATABASE) {
            builder.figures(
                    Indicator.DATABASE_CORES,
                    Indicator.DATABASE_MS,
                    Indicator.STATEMENTS,
                    Indicator.ROWS,
                    Indicator.TEMPORARY);
        } else {
            builder.figures(Indicator.SERVICE_CORES, Indicator.SERVICE_MS);
        }
        OptionalDouble missed =
                evidence.missed(allowed * cpu.get().mean() / cpu.get().low());
        Message costs = Message.of(
                side == Side.DATABASE ? "advice.database-bound.costs" : "advice.service-bound.costs",
                Quantity.time(cpu.get().mean()),
                work(evidence),
                Message.of(processors.shared() ? "advice.cores-of-all" : "advice.cores", Quantity.cores(cores)));
        if (missed.isPresent()) {
            return Optional.of(builder.with("throughputWanted", missed.getAsDouble())
                    .finding(
                            rule(),
                            Severity.BLOCKING,
                            List.of(
                                    Message.of(
                                            side == Side.DATABASE
                                                    ? "advice.database-bound.first"
                                                    : "advice.service-bound.first"),
                                    Message.of(
                                            "advice.cpu-allows",
                                            costs,
                                            Quantity.aboutRate(allowed),
                                            Quantity.aboutRate(missed.getAsDouble())))));
        }
        if (evidence.flat().isPresent()) {
            return Optional.of(builder.finding(rule(), Severity.INFO, Message.of("advice.cpu-full", costs)));
        }
        var advice = new ArrayList<Message>();
        advice.add(Message.of(
                "advice.cpu-at-rate", costs, Quantity.aboutRate(rate.get().mean())));
        OptionalInt most =
                side == Side.DATABASE ? usefulPool(evidence, cores, cpu.get().mean()) : OptionalInt.empty();
        if (most.isPresent()) {
            builder.with("largestUsefulPool", most.getAsInt());
            advice.add(Message.of("advice.database-bound.enough", most.getAsInt()));
        }
        advice.add(Message.of(side == Side.DATABASE ? "advice.database-bound.more" : "advice.service-bound.more"));
        return Optional.of(builder.finding(rule(), evidence.reached() ? Severity.INFO : Severity.WARNING, advice));
    }

    /**
     * Computes c(1+s/D)+2, never below a pool that is recommended; s is the model's, or the hold's where CPUs had room, since
     * queues at a busy CPU lengthen the hold, too.
     */
    private OptionalInt usefulPool(DiagnosisContext evidence, double cores, double cpu) {
        OptionalDouble fitted = evidence.fitted(Parameter.Key.DELAY);
        OptionalDouble rest = fitted.isPresent() ? fitted : quietRest(evidence);
        if (rest.isEmpty()) {
            return OptionalInt.empty();
        }
        int most = (int) Math.ceil(cores * (1 + rest.getAsDouble() / cpu)) + 2;
        return OptionalInt.of(
                Math.max(most, evidence.reached() ? evidence.here().pool().orElse(0) : 0));
    }

    private static OptionalDouble quietRest(DiagnosisContext evidence) {
        ProbeStatistics probes = evidence.probes();
        return probes.settings(Indicator.HOLD_MS, Indicator.DATABASE_MS)
                .filter(each -> evidence.processors(each).room().orElse(false))
                .mapToDouble(each ->
                        Math.max(0, probes.mean(each, Indicator.HOLD_MS) - probes.mean(each, Indicator.DATABASE_MS)))
                .min();
    }

    /** Returns the database's work for a request, such as {@code in 2 statements, for which it reads 310,000 rows}. */
    private Message work(DiagnosisContext evidence) {
        if (side == Side.SERVICE) {
            return Message.verbatim("");
        }
        List<Message> parts = new ArrayList<>();
        evidence.here(Indicator.STATEMENTS)
                .ifPresent(count -> parts.add(Message.of("advice.work.statements", Quantity.aboutCount(count.mean()))));
        evidence.here(Indicator.ROWS)
                .filter(rows -> rows.mean() >= 1)
                .ifPresent(rows -> parts.add(Message.of("advice.work.rows", Quantity.aboutCount(rows.mean()))));
        evidence.here(Indicator.TEMPORARY)
                .filter(tables -> tables.mean() >= 0.1)
                .ifPresent(
                        tables -> parts.add(Message.of("advice.work.temporary", Quantity.aboutCount(tables.mean()))));
        return parts.isEmpty() ? Message.verbatim("") : Message.of("advice.work", Message.joined("join.comma", parts));
    }

    private DiagnosisRule rule() {
        return side == Side.DATABASE ? DiagnosisRule.DATABASE_BOUND : DiagnosisRule.SERVICE_BOUND;
    }
}
