package dev.poolfit.verdict;

import dev.poolfit.model.Forecast;
import dev.poolfit.model.Prediction;
import dev.poolfit.model.SteadyStates;
import dev.poolfit.units.Sentence;
import dev.poolfit.verdict.Finding.Severity;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The fitted model has two steady states at this setting: after a burst the service may stay in the slow one. */
final class TwoStates {
    private TwoStates() {}

    static Optional<Finding> judge(Case evidence) {
        return evidence.conclusion().forecast().filter(Forecast::explains).stream()
                .flatMap(forecast -> Stream.concat(forecast.tried().stream(), forecast.curve().stream()))
                .filter(prediction -> prediction.settings().equals(evidence.here()))
                .map(Prediction::states)
                .flatMap(Optional::stream)
                .findFirst()
                .map(TwoStates::finding);
    }

    private static Finding finding(SteadyStates states) {
        double fast = states.fromEmpty().mean();
        double slow = states.fromFull().mean();
        return new Finding(
                Rule.TWO_STATES.id(),
                Severity.WARNING,
                Map.of("throughputFromIdle", fast, "throughputFromOverload", slow, "largestPoolWithOneState", (double)
                        states.largestPoolWithOne()),
                Sentence.of("advice.two-states", Facts.rate(fast), Facts.rate(slow), states.largestPoolWithOne()));
    }
}
