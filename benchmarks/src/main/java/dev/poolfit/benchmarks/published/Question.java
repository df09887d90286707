package dev.poolfit.benchmarks.published;

import dev.poolfit.evidence.Observation;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.model.fit.Fit;
import dev.poolfit.model.fit.Fitter;
import dev.poolfit.model.fit.WhatIf;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Asks fits to predict rows of a table from other rows.
 *
 * @param table the table of the predicted rows
 * @param title the fitted rows, in words
 * @param target the mean error of the throughput that the fits are to stay within, as a share
 * @param assumptions of the fits
 * @param change that the predictions suppose
 * @param folds the fits, and the rows that each is to predict
 */
record Question(String table, String title, double target, Assumptions assumptions, WhatIf change, List<Fold> folds) {
    /**
     * A fit.
     *
     * @param fitted the rows that the fit sees
     * @param held the rows that it predicts
     */
    record Fold(List<Observation> fitted, List<Observation> held) {}

    /** Lets some rows predict all others. */
    static Question others(PublishedTable table, double target, int... fitted) {
        List<Observation> some = table.rows(fitted);
        return new Question(
                table.name(),
                "fitted on " + words(some),
                target,
                table.assumptions(),
                WhatIf.NOTHING,
                List.of(new Fold(some, table.without(some))));
    }

    /** Lets each row but the first and the last be predicted by all others. */
    static Question leaveOneOut(PublishedTable table, double target) {
        List<Fold> folds = IntStream.range(1, table.rows().size() - 1)
                .mapToObj(table::rows)
                .map(held -> new Fold(table.without(held), held))
                .toList();
        return new Question(
                table.name(),
                "each inner row, fitted on all others",
                target,
                table.assumptions(),
                WhatIf.NOTHING,
                folds);
    }

    /** Lets rows of one table predict another one, which was measured after a change. */
    static Question changed(
            PublishedTable table, double target, PublishedTable before, List<Observation> fitted, WhatIf change) {
        String title = String.format(
                "fitted on %s of %s, hold %+.0f ms",
                fitted.size() == before.rows().size() ? "all" : words(fitted),
                before.name(),
                1000 * change.hold().seconds());
        return new Question(
                table.name(), title, target, before.assumptions(), change, List.of(new Fold(fitted, table.rows())));
    }

    /** Fits, and predicts the rows that each fit has not seen. */
    List<Answer> answers() {
        return folds.stream()
                .flatMap(fold -> {
                    Fit fit = Fitter.fit(fold.fitted(), assumptions);
                    return fold.held().stream().map(row -> new Answer(row, fit.predict(row.settings(), change)));
                })
                .toList();
    }

    private static String words(List<Observation> rows) {
        return String.join(", ", rows.stream().map(Answer::setting).toList());
    }
}
