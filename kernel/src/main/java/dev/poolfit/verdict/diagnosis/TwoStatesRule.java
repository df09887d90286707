package dev.poolfit.verdict.diagnosis;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.model.fit.Forecast;
import dev.poolfit.model.fit.Prediction;
import dev.poolfit.model.simulation.SteadyStates;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The fitted model has two steady states at this setting: after a burst the service may stay in the slow one. */
final class TwoStatesRule {
    private TwoStatesRule() {}

    static Optional<Finding> judge(DiagnosisContext evidence) {
        return evidence.conclusion().forecast().filter(Forecast::explains).stream()
                .flatMap(forecast -> Stream.concat(forecast.tried().stream(), forecast.curve().stream()))
                .filter(prediction -> prediction.settings().equals(evidence.here()))
                .map(Prediction::states)
                .flatMap(Optional::stream)
                .findFirst()
                .map(TwoStatesRule::finding);
    }

    private static Finding finding(SteadyStates states) {
        double fast = states.fromEmpty().mean();
        double slow = states.fromFull().mean();
        return new Finding(
                DiagnosisRule.TWO_STATES,
                Severity.WARNING,
                Map.of("throughputFromIdle", fast, "throughputFromOverload", slow, "largestPoolWithOneState", (double)
                        states.largestPoolWithOne()),
                Message.of(
                        "advice.two-states",
                        Quantity.aboutRate(fast),
                        Quantity.aboutRate(slow),
                        states.largestPoolWithOne()));
    }
}
