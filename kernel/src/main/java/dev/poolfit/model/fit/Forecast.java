package dev.poolfit.model.fit;

import dev.poolfit.units.Message;
import java.util.List;
import java.util.Optional;

/**
 * The results of the model that was fitted to a run.
 *
 * @param explains whether it explains the trials within their noise; where it does not, nothing was decided by it
 * @param statement its fit and what limits the service, in whole sentences
 * @param parameters the fitted, measured and assumed numbers
 * @param checks the conditions that must hold
 * @param advance the predictions of settings before they were tried, in the order of trials
 * @param tried a prediction for each setting that was tried, by pool, then threads
 * @param curve predictions along the pool, with the threads that go with each; by pool
 * @param map pool × threads, where both were tuned
 * @param assumptions the assumptions, and what is not identifiable; whole sentences
 */
public record Forecast(
        boolean explains,
        Message statement,
        List<Parameter> parameters,
        List<Check> checks,
        List<AdvancePrediction> advance,
        List<Prediction> tried,
        List<Prediction> curve,
        Optional<ThroughputMap> map,
        List<Message> assumptions) {
    public Forecast {
        parameters = List.copyOf(parameters);
        checks = List.copyOf(checks);
        advance = List.copyOf(advance);
        tried = List.copyOf(tried);
        curve = List.copyOf(curve);
        assumptions = List.copyOf(assumptions);
    }
}
