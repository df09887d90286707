package dev.poolfit.benchmarks.search;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * A strategy's scores over many services.
 *
 * @param strategy its name
 * @param scores at least one
 */
record Summary(String strategy, List<Score> scores) {
    /** Returns the scores by strategy, in the order in which the strategies come. */
    static List<Summary> of(List<Score> scores) {
        Map<String, List<Score>> byStrategy = new LinkedHashMap<>();
        scores.forEach(each -> byStrategy
                .computeIfAbsent(each.strategy(), ignored -> new java.util.ArrayList<>())
                .add(each));
        return byStrategy.entrySet().stream()
                .map(each -> new Summary(each.getKey(), each.getValue()))
                .toList();
    }

    /** Returns the value below which a share of the services lie. */
    double quantile(double share, ToDoubleFunction<Score> figure) {
        double[] sorted = scores.stream().mapToDouble(figure).sorted().toArray();
        return sorted[(int) Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
    }

    double mean(ToDoubleFunction<Score> figure) {
        return scores.stream().mapToDouble(figure).average().orElseThrow();
    }

    /** Returns the share that loses no more than 2 %. */
    double within() {
        return mean(each -> each.regret() <= Truth.INDIFFERENCE ? 1 : 0);
    }

    /** Returns the share that gave no recommendation. */
    double withheld() {
        return mean(each -> each.recommended() ? 0 : 1);
    }

    /** Returns the median of the forecasts' errors at settings not tried; NaN where there was no forecast. */
    double untestedError() {
        double[] errors = scores.stream()
                .flatMapToDouble(each -> each.untestedError().stream())
                .sorted()
                .toArray();
        return errors.length == 0 ? Double.NaN : errors[errors.length / 2];
    }

    /** Lists all figures with their keys in JSON; shares as they are, times in minutes. */
    Map<String, Object> figures() {
        var figures = new LinkedHashMap<String, Object>();
        figures.put("strategy", strategy);
        figures.put("services", scores.size());
        figures.put("trialsMedian", quantile(0.5, Score::trials));
        figures.put("trialsP90", quantile(0.9, Score::trials));
        figures.put("loadMinutes", mean(Score::seconds) / 60);
        figures.put("meanRegret", mean(Score::regret));
        figures.put("within2Percent", within());
        figures.put("poolRatioMedian", quantile(0.5, Score::poolRatio));
        figures.put("poolRatioP90", quantile(0.9, Score::poolRatio));
        figures.put("notRecommended", withheld());
        if (Double.isFinite(untestedError())) {
            figures.put("untestedMape", untestedError());
        }
        return figures;
    }

    static int widest(List<Summary> summaries) {
        return Arrays.stream(summaries.stream()
                        .mapToInt(each -> each.strategy().length())
                        .toArray())
                .max()
                .orElse(0);
    }
}
