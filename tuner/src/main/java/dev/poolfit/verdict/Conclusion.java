package dev.poolfit.verdict;

import dev.poolfit.model.Forecast;
import dev.poolfit.units.Sentence;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The end of a search.
 *
 * @param outcome what became of the goal
 * @param recommended the smallest setting that meets the goal; present when recommended, and else the nearest to it
 *     where there is one
 * @param baseline how the settings found at the start did
 * @param smaller the setting one step below the recommended one, where it was tried
 * @param tried every setting that was tried, by pool, then threads
 * @param reasons why this setting, why not smaller, why not larger, in whole sentences
 * @param findings what else the evidence shows, the most severe first
 * @param poolLimit the ceiling on the pool, where there is one
 * @param forecast what the fitted model says; empty where none was fitted
 * @param knobs what became of the knobs beside pool and threads, in the order in which they were compared
 */
public record Conclusion(
        Outcome outcome,
        Optional<Performance> recommended,
        Optional<Performance> baseline,
        Optional<Performance> smaller,
        List<Performance> tried,
        List<Sentence> reasons,
        List<Finding> findings,
        OptionalInt poolLimit,
        Optional<Forecast> forecast,
        List<KnobResult> knobs)
        implements Decision {
    /** What became of the goal. */
    public enum Outcome {
        RECOMMENDED,
        UNREACHABLE,
        INCONCLUSIVE
    }

    public Conclusion {
        tried = List.copyOf(tried);
        reasons = List.copyOf(reasons);
        findings = List.copyOf(findings);
        knobs = List.copyOf(knobs);
    }

    /** The end of a search of pool and threads alone. */
    public Conclusion(
            Outcome outcome,
            Optional<Performance> recommended,
            Optional<Performance> baseline,
            Optional<Performance> smaller,
            List<Performance> tried,
            List<Sentence> reasons,
            List<Finding> findings,
            OptionalInt poolLimit,
            Optional<Forecast> forecast) {
        this(outcome, recommended, baseline, smaller, tried, reasons, findings, poolLimit, forecast, List.of());
    }

    /** This conclusion with what else the evidence shows. */
    Conclusion with(List<Finding> shown) {
        return new Conclusion(
                outcome, recommended, baseline, smaller, tried, reasons, shown, poolLimit, forecast, knobs);
    }

    /** This conclusion with what the model says of it. */
    Conclusion with(Forecast model, List<Sentence> reasonsThen) {
        return new Conclusion(
                outcome,
                recommended,
                baseline,
                smaller,
                tried,
                reasonsThen,
                findings,
                poolLimit,
                Optional.of(model),
                knobs);
    }
}
