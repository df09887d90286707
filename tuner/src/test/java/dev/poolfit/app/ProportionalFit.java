package dev.poolfit.app;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Observation;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.model.fit.Check;
import dev.poolfit.model.fit.Fit;
import dev.poolfit.model.fit.Parameter;
import dev.poolfit.model.fit.Prediction;
import dev.poolfit.model.fit.WhatIf;
import dev.poolfit.model.solver.Bound;
import dev.poolfit.units.BadQuantity;
import dev.poolfit.units.Message;
import java.util.List;

/** A fit that any test can check by hand: throughput is pool ÷ hold time, everything known exactly. */
record ProportionalFit(List<Observation> observations, Assumptions assumptions) implements Fit {
    @Override
    public List<Parameter> parameters() {
        return List.of(new Parameter(
                Message.verbatim("hold time"), Parameter.Key.HOLD, exactly(hold() * 1000), Parameter.Origin.FITTED));
    }

    @Override
    public List<Check> checks() {
        return List.of(new Check(
                Message.verbatim("observations"), true, Message.verbatim("There are " + observations.size() + ".")));
    }

    @Override
    public List<Message> warnings() {
        return List.of(Message.verbatim("Users are " + (assumptions.users().isPresent() ? "assumed." : "unknown.")));
    }

    @Override
    public double hold() {
        Observation first = observations.get(0);
        return first.settings().pool().orElseThrow() / first.throughput().orElseThrow();
    }

    @Override
    public Prediction predict(Settings settings, WhatIf change) {
        double hold = change.hold().apply(hold());
        if (hold <= 0) {
            throw new BadQuantity("a change that leaves some hold time", hold * 1000 + " ms");
        }
        int pool = settings.pool().orElse(10);
        return new Prediction(
                settings,
                exactly(pool / hold),
                exactly(hold * 1000),
                exactly(hold * 2000),
                exactly(0),
                Bound.HOLD,
                pool > 100);
    }

    private static Interval exactly(double value) {
        return new Interval(value, value, value);
    }
}
