package dev.poolfit.model.fit;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Metric;
import dev.poolfit.model.Capacity;
import dev.poolfit.model.Demand;
import dev.poolfit.model.fit.Parameter.Key;
import dev.poolfit.model.fit.Parameter.Origin;
import dev.poolfit.model.fit.Posterior.Sample;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The model's numbers as people read them, and which of them are not identifiable from the data. */
final class Parameters {
    /** An interval wider than this factor from end to end says little. */
    private static final double WIDE = 6;

    private static final double TOGETHER = 0.8;
    /** A share of the hold below which a part of it makes no difference. */
    private static final double NEGLIGIBLE = 0.1;

    private final Assumptions assumptions;
    private final Calibration calibration;
    private final MeasurementConvention view;
    private final BargingFit tail;

    Parameters(Assumptions assumptions, Calibration calibration, MeasurementConvention view, BargingFit tail) {
        this.assumptions = assumptions;
        this.calibration = calibration;
        this.view = view;
        this.tail = tail;
    }

    List<Parameter> list() {
        var list = new ArrayList<Parameter>();
        list.add(demand(Key.HOLD, Demand::loneHold));
        list.add(demand(Key.DELAY, Demand::delay));
        list.add(databaseCpu());
        list.add(demand(Key.CPU_HELD, Demand::cpuHeld));
        list.add(demand(Key.CPU_OUTSIDE, Demand::cpuOutside));
        list.add(scale(Key.CONTENTION, capacity -> capacity.contention()));
        list.add(scale(Key.COHERENCE, capacity -> capacity.coherence()));
        list.add(barging());
        list.add(cores(
                Key.SERVICE_CORES,
                Hypothesis::serviceCores,
                assumptions.serviceCores().isPresent()));
        list.add(cores(
                Key.DATABASE_CORES,
                Hypothesis::databaseCores,
                assumptions.databaseCores().isPresent()));
        if (calibration.rows().rows().stream().anyMatch(Row::wantsThink)) {
            list.add(parameter(
                    Key.THINK,
                    calibration.sample(draw -> 1000 * calibration.think(draw)).interval()));
        }
        double noise = calibration.noise();
        list.add(Parameter.of(Key.RUN_NOISE, new Interval(100 * noise, 100 * noise, 100 * noise), Origin.FITTED));
        if (view.requestsPerCount() > 1) {
            double count = view.requestsPerCount();
            list.add(Parameter.of(Key.REQUESTS_PER_COUNT, new Interval(count, count, count), Origin.FITTED));
        }
        return list;
    }

    /** Tells what is not identifiable, in whole sentences. */
    List<Message> statements() {
        var statements = new ArrayList<Message>();
        int settings = calibration.rows().rows().size();
        if (settings < 3) {
            statements.add(Message.of("fit.few-settings", settings));
        }
        if (assumptions.serviceCores().isEmpty() && !measured(Metric.SERVICE_CPU)) {
            statements.add(Message.of("fit.cores-unknown", QueueingFit.USUAL_CORES));
        }
        double assumed = assumptions.serviceCores().orElse(0);
        double left = calibration.hypothesis().serviceCores();
        if (left < assumed) {
            statements.add(Message.of("fit.cores-left", Quantity.cores(left), Quantity.cores(assumed)));
        }
        inseparable(Key.DELAY, Demand::delay, Key.DATABASE_CPU, Demand::databaseCpu, statements);
        inseparable(Key.DELAY, Demand::delay, Key.CPU_HELD, Demand::cpuHeld, statements);
        inseparable(Key.DATABASE_CPU, Demand::databaseCpu, Key.CPU_HELD, Demand::cpuHeld, statements);
        List<Message> open = list().stream()
                .filter(each -> each.origin() == Origin.NOT_IDENTIFIABLE)
                .map(Parameter::name)
                .toList();
        if (!open.isEmpty()) {
            statements.add(Message.of("fit.not-identifiable", Message.joined("join.comma", open)));
        }
        return statements;
    }

    private void inseparable(
            Key first,
            ToDoubleFunction<Demand> one,
            Key second,
            ToDoubleFunction<Demand> other,
            List<Message> statements) {
        double hold = median(Demand::loneHold);
        boolean matter = median(one) > NEGLIGIBLE * hold && median(other) > NEGLIGIBLE * hold;
        if (matter && correlation(one, other) < -TOGETHER) {
            statements.add(Message.of(
                    "fit.inseparable",
                    first.message(),
                    second.message(),
                    Quantity.time(1000 * (median(one) + median(other)))));
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
        for (Sample draw : calibration.posterior().draws()) {
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

    private Demand demand(Sample draw) {
        return calibration.model(draw, 0).demand();
    }

    private Parameter demand(Key key, ToDoubleFunction<Demand> figure) {
        return parameter(
                key,
                calibration
                        .sample(draw -> 1000 * figure.applyAsDouble(demand(draw)))
                        .interval());
    }

    private Parameter databaseCpu() {
        Interval value = calibration
                .sample(draw ->
                        1000 * calibration.posterior().logPosterior().space().databaseCpu(draw.theta()))
                .interval();
        return parameter(Key.DATABASE_CPU, value);
    }

    private Parameter scale(Key key, ToDoubleFunction<Capacity> figure) {
        return parameter(
                key,
                calibration
                        .sample(draw ->
                                figure.applyAsDouble(calibration.model(draw, 0).capacity()))
                        .interval());
    }

    private Parameter barging() {
        Interval value = tail.sample().interval();
        boolean identified = tail.compared() > 0 && value.high() - value.low() < 0.4;
        return Parameter.of(Key.BARGING, value, identified ? Origin.FITTED : Origin.NOT_IDENTIFIABLE);
    }

    private Parameter cores(Key key, ToDoubleFunction<Hypothesis> figure, boolean given) {
        Interval value = calibration
                .sample(draw -> figure.applyAsDouble(draw.hypothesis()))
                .interval();
        boolean sure = value.low() == value.high();
        return Parameter.of(
                key,
                value,
                given || key == Key.SERVICE_CORES ? Origin.ASSUMED : sure ? Origin.FITTED : Origin.NOT_IDENTIFIABLE);
    }

    private boolean measured(Metric metric) {
        return calibration.rows().rows().stream()
                .anyMatch(row -> row.observation().probe(metric).isPresent());
    }

    private static Parameter parameter(Key key, Interval value) {
        boolean wide = value.high() > WIDE * Math.max(value.low(), 1e-12);
        return Parameter.of(key, value, wide ? Origin.NOT_IDENTIFIABLE : Origin.FITTED);
    }
}
