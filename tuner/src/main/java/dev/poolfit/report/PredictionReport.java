package dev.poolfit.report;

import dev.poolfit.model.Fit;
import dev.poolfit.model.Prediction;
import java.util.ArrayList;
import java.util.List;

/**
 * What a fitted model says of settings that somebody asked about.
 *
 * @param fit the model
 * @param predictions one for each setting, in the order in which they were asked for
 * @param notices what is to be said of the results that were read; whole sentences
 */
public record PredictionReport(Fit fit, List<Prediction> predictions, List<String> notices) {
    public PredictionReport {
        predictions = List.copyOf(predictions);
        notices = List.copyOf(notices);
    }

    /** What predictions are written as. */
    public enum Format {
        /** Aligned text of at most 100 columns. */
        TABLE,
        /** One object with {@code fit}, {@code predictions} and {@code warnings}. */
        JSON,
        /** RFC 4180, a line a prediction; the columns that Poolfit reads, and the bounds beside them. */
        CSV;

        /** All of the report, but for CSV, which has no place for {@link PredictionReport#warnings()}. */
        public String write(PredictionReport report) {
            return switch (this) {
                case TABLE -> PredictionText.of(report);
                case JSON -> PredictionJson.of(report);
                case CSV -> PredictionCsv.of(report);
            };
        }
    }

    /** What to know before relying on it, of the results first, then of the fit. */
    public List<String> warnings() {
        var warnings = new ArrayList<>(notices);
        warnings.addAll(fit.warnings());
        return warnings;
    }
}
