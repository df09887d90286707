package dev.poolfit.report;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Knob;
import dev.poolfit.verdict.earlier.ReferenceComparison;
import dev.poolfit.verdict.earlier.Revisit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Writes an earlier table in words: its headings, its cells, and the model's error. */
final class EarlierText {
    private final ReferenceComparison revisits;
    private final Language language;
    private final Figures figures;
    private final List<Knob> knobs;

    EarlierText(ReferenceComparison revisits, Language language) {
        this.revisits = revisits;
        this.language = language;
        figures = new Figures(language);
        knobs = Knob.ALL.stream()
                .filter(knob ->
                        revisits.rows().stream().anyMatch(row -> row.settings().has(knob)))
                .toList();
    }

    List<String> headings() {
        var cells = new ArrayList<String>();
        knobs.forEach(knob -> cells.add(knob.key()));
        String share = language.text("earlier.share");
        cells.addAll(List.of(language.text("earlier.then"), share));
        cells.addAll(List.of(language.text("earlier.predicted"), share));
        cells.addAll(List.of(language.text("earlier.measured"), share));
        return cells;
    }

    List<String> cells(Revisit row) {
        var cells = new ArrayList<String>();
        knobs.forEach(knob -> cells.add(Knobs.text(knob, row.settings())));
        cells.add(figures.number(row.then()));
        cells.add(share(OptionalDouble.of(revisits.thenShare(row))));
        cells.add(row.predicted().map(this::rate).orElse("–"));
        cells.add(share(revisits.predictedShare(row)));
        cells.add(row.measured().map(this::rate).orElse("–"));
        cells.add(share(revisits.measuredShare(row)));
        return cells;
    }

    Optional<String> predicted() {
        double[] errors = revisits.errors();
        return errors.length == 0
                ? Optional.empty()
                : Optional.of(language.text(
                        "earlier.predicted-within",
                        errors.length,
                        figures.percent(Arrays.stream(errors).average().orElseThrow()),
                        figures.percent(Arrays.stream(errors).max().orElseThrow())));
    }

    private String rate(Interval interval) {
        return figures.number(interval.mean()) + " (" + figures.range(interval) + ")";
    }

    private static String share(OptionalDouble share) {
        return share.isPresent() ? Math.round(100 * share.getAsDouble()) + " %" : "–";
    }
}
