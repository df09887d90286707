package dev.poolfit.model;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Metric;
import dev.poolfit.model.Parameter.Origin;
import dev.poolfit.model.Posterior.Draw;
import dev.poolfit.units.Sentence;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The model's numbers as people read them, and which of them the data does not tell. */
final class Parameters {
    /** An interval wider than this factor from end to end tells little. */
    private static final double WIDE = 6;

    private static final double TOGETHER = 0.8;
    /** A share of the hold below which a part of it makes no difference. */
    private static final double NEGLIGIBLE = 0.1;

    private final Assumptions assumptions;
    private final Calibration calibration;
    private final View view;
    private final Tail tail;

    Parameters(Assumptions assumptions, Calibration calibration, View view, Tail tail) {
        this.assumptions = assumptions;
        this.calibration = calibration;
        this.view = view;
        this.tail = tail;
    }

    List<Parameter> list() {
        var list = new ArrayList<Parameter>();
        list.add(demand("parameter.hold", "h", Demand::loneHold));
        list.add(demand("parameter.delay", "s", Demand::delay));
        list.add(databaseCpu());
        list.add(demand("parameter.cpu-held", "a_in", Demand::cpuHeld));
        list.add(demand("parameter.cpu-outside", "a_out", Demand::cpuOutside));
        list.add(scale("parameter.contention", "σ", capacity -> capacity.contention()));
        list.add(scale("parameter.coherence", "κ", capacity -> capacity.coherence()));
        list.add(barging());
        list.add(cores(
                "parameter.service-cores",
                "c_a",
                Hypothesis::serviceCores,
                assumptions.serviceCores().isPresent()));
        list.add(cores(
                "parameter.database-cores",
                "c_d",
                Hypothesis::databaseCores,
                assumptions.databaseCores().isPresent()));
        if (calibration.rows().rows().stream().anyMatch(Row::wantsThink)) {
            list.add(told(
                    "parameter.think",
                    "Z",
                    "ms",
                    calibration.sample(draw -> 1000 * calibration.think(draw)).interval()));
        }
        double noise = calibration.noise();
        list.add(new Parameter(
                Sentence.of("parameter.spread"),
                "s",
                "%",
                new Interval(100 * noise, 100 * noise, 100 * noise),
                Origin.FITTED));
        if (view.requestsPerCount() > 1) {
            double count = view.requestsPerCount();
            list.add(new Parameter(
                    Sentence.of("parameter.requests-per-count"),
                    "ρ",
                    "",
                    new Interval(count, count, count),
                    Origin.FITTED));
        }
        return list;
    }

    /** What cannot be told, in whole sentences. */
    List<Sentence> statements() {
        var statements = new ArrayList<Sentence>();
        int settings = calibration.rows().rows().size();
        if (settings < 3) {
            statements.add(Sentence.of("fit.few-settings", settings));
        }
        if (assumptions.serviceCores().isEmpty() && !measured(Metric.SERVICE_CPU)) {
            statements.add(Sentence.of("fit.cores-unknown", QueueingFit.USUAL_CORES));
        }
        inseparable("parameter.delay", Demand::delay, "parameter.database-cpu", Demand::databaseCpu, statements);
        inseparable("parameter.delay", Demand::delay, "parameter.cpu-held", Demand::cpuHeld, statements);
        inseparable("parameter.database-cpu", Demand::databaseCpu, "parameter.cpu-held", Demand::cpuHeld, statements);
        List<Sentence> open = list().stream()
                .filter(each -> each.origin() == Origin.NOT_TOLD)
                .map(Parameter::name)
                .toList();
        if (!open.isEmpty()) {
            statements.add(Sentence.of("fit.open", Sentence.joined("join.comma", open)));
        }
        return statements;
    }

    private void inseparable(
            String first,
            ToDoubleFunction<Demand> one,
            String second,
            ToDoubleFunction<Demand> other,
            List<Sentence> statements) {
        double hold = median(Demand::loneHold);
        boolean matter = median(one) > NEGLIGIBLE * hold && median(other) > NEGLIGIBLE * hold;
        if (matter && correlation(one, other) < -TOGETHER) {
            statements.add(Sentence.of(
                    "fit.inseparable",
                    Sentence.of(first),
                    Sentence.of(second),
                    String.format(Locale.ROOT, "%.1f ms", 1000 * (median(one) + median(other)))));
        }
    }

    private double median(ToDoubleFunction<Demand> figure) {
        return calibration.sample(draw -> figure.applyAsDouble(demand(draw))).quantile(0.5);
    }

    private double correlation(ToDoubleFunction<Demand> one, ToDoubleFunction<Demand> other) {
        double sumOne = 0;
        double sumOther = 0;
        double squaresOne = 0;
        double squaresOther = 0;
        double products = 0;
        for (Draw draw : calibration.posterior().draws()) {
            double x = one.applyAsDouble(demand(draw));
            double y = other.applyAsDouble(demand(draw));
            sumOne += draw.weight() * x;
            sumOther += draw.weight() * y;
            squaresOne += draw.weight() * x * x;
            squaresOther += draw.weight() * y * y;
            products += draw.weight() * x * y;
        }
        double spread = (squaresOne - sumOne * sumOne) * (squaresOther - sumOther * sumOther);
        return spread > 0 ? (products - sumOne * sumOther) / Math.sqrt(spread) : 0;
    }

    private Demand demand(Draw draw) {
        return calibration.model(draw, 0).demand();
    }

    private Parameter demand(String name, String symbol, ToDoubleFunction<Demand> figure) {
        return told(
                name,
                symbol,
                "ms",
                calibration
                        .sample(draw -> 1000 * figure.applyAsDouble(demand(draw)))
                        .interval());
    }

    private Parameter databaseCpu() {
        Interval value = calibration
                .sample(draw ->
                        1000 * calibration.posterior().misfit().coordinates().databaseCpu(draw.theta()))
                .interval();
        return told("parameter.database-cpu", "D", "ms", value);
    }

    private Parameter scale(String name, String symbol, ToDoubleFunction<Capacity> figure) {
        return told(
                name,
                symbol,
                "",
                calibration
                        .sample(draw ->
                                figure.applyAsDouble(calibration.model(draw, 0).capacity()))
                        .interval());
    }

    private Parameter barging() {
        Interval value = tail.sample().interval();
        boolean told = tail.compared() > 0 && value.high() - value.low() < 0.4;
        return new Parameter(Sentence.of("parameter.barging"), "b", "", value, told ? Origin.FITTED : Origin.NOT_TOLD);
    }

    private Parameter cores(String name, String symbol, ToDoubleFunction<Hypothesis> figure, boolean given) {
        Interval value = calibration
                .sample(draw -> figure.applyAsDouble(draw.hypothesis()))
                .interval();
        boolean sure = value.low() == value.high();
        return new Parameter(
                Sentence.of(name),
                symbol,
                "",
                value,
                given || symbol.equals("c_a") ? Origin.ASSUMED : sure ? Origin.FITTED : Origin.NOT_TOLD);
    }

    private boolean measured(Metric metric) {
        return calibration.rows().rows().stream()
                .anyMatch(row -> row.observation().probe(metric).isPresent());
    }

    private static Parameter told(String name, String symbol, String unit, Interval value) {
        boolean wide = value.high() > WIDE * Math.max(value.low(), 1e-12);
        return new Parameter(Sentence.of(name), symbol, unit, value, wide ? Origin.NOT_TOLD : Origin.FITTED);
    }
}
