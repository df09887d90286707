package dev.poolfit.report;

import dev.poolfit.model.fit.Fit;
import dev.poolfit.model.fit.Parameter;
import dev.poolfit.model.fit.Parameter.Key;
import dev.poolfit.model.fit.Parameter.Origin;
import dev.poolfit.model.fit.Prediction;
import dev.poolfit.model.simulation.SteadyStates;
import dev.poolfit.model.solver.Bound;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The predictions of a fitted model for settings that somebody asked about.
 *
 * @param fit the model
 * @param predictions one for each setting, in the order in which they were asked for; none where a check of the fit fails
 * @param notices notes on the results that were read; whole sentences
 */
public record PredictionReport(Fit fit, List<Prediction> predictions, List<String> notices) {
    private static final int MOST_NAMED = 3;

    public PredictionReport {
        predictions = List.copyOf(predictions);
        notices = List.copyOf(notices);
    }

    /** The form of predictions. */
    public enum Format {
        /** Aligned text of at most 80 columns. */
        TABLE,
        /** An object with {@code fit}, {@code predictions} and {@code warnings}. */
        JSON,
        /** RFC 4180, a line a prediction; the columns that Poolfit reads, and the bounds beside them. */
        CSV;

        /** Writes all of the report, but for CSV, which has no place for {@link PredictionReport#warnings()}. */
        public String write(PredictionReport report) {
            return switch (this) {
                case TABLE -> PredictionText.of(report);
                case JSON -> PredictionJson.of(report);
                case CSV -> PredictionCsv.of(report);
            };
        }
    }

    private Optional<String> twoStates() {
        List<Prediction> torn =
                predictions.stream().filter(each -> each.states().isPresent()).toList();
        if (torn.isEmpty()) {
            return Optional.empty();
        }
        var figures = new Figures(Language.EN);
        String rates = torn.stream()
                .limit(MOST_NAMED)
                .map(each -> each.settings() + " "
                        + figures.rate(states(each).fromEmpty().mean()) + " from empty but "
                        + figures.rate(states(each).fromFull().mean()) + " from full")
                .collect(Collectors.joining("; "));
        int pool = torn.stream()
                .mapToInt(each -> states(each).largestPoolWithOne())
                .min()
                .orElseThrow();
        return Optional.of((torn.size() == 1 ? "One setting has" : torn.size() + " settings have")
                + " two steady states: with " + rates + (torn.size() > MOST_NAMED ? "; and so on" : "")
                + ". After a burst the service may stay in the lower one. A pool of at most " + pool
                + " keeps the database below its knee and has one state.");
    }

    private static SteadyStates states(Prediction prediction) {
        return prediction.states().orElseThrow();
    }

    /** Returns the fit's numbers; none where it predicts nothing, for then they do not hold either. */
    List<Parameter> parameters() {
        return predictions.isEmpty() ? List.of() : fit.parameters();
    }

    /** Returns the limit at a setting; empty where that rests on figures of which the data says nothing. */
    Optional<Bound> limit(Prediction prediction) {
        Set<Key> causes = switch (prediction.bound()) {
            case SERVICE_CPU -> Set.of(Key.CPU_HELD, Key.CPU_OUTSIDE);
            case DATABASE_CPU -> Set.of(Key.DATABASE_CPU);
            case SHARED_CPU -> Set.of(Key.CPU_HELD, Key.CPU_OUTSIDE, Key.DATABASE_CPU);
            case CONTENTION -> Set.of(Key.CONTENTION, Key.COHERENCE);
            case HOLD, THREADS, USERS -> Set.of();
        };
        boolean open = !causes.isEmpty()
                && fit.parameters().stream()
                        .filter(each -> causes.contains(each.key()))
                        .allMatch(each -> each.origin() == Origin.NOT_IDENTIFIABLE);
        return open ? Optional.empty() : Optional.of(prediction.bound());
    }

    /** Returns the warnings to read before relying on it, of the results first, then of the fit. */
    public List<String> warnings() {
        var warnings = new ArrayList<>(notices);
        twoStates().ifPresent(warnings::add);
        warnings.addAll(Language.EN.text(fit.warnings()));
        return warnings;
    }
}
