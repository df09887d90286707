package dev.poolfit.verdict.comparison;

import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.reason.NotSmaller;

/** Counts the further blocks that values need beside the best, by their expected rate and by what their blocks show so far. */
public final class BlocksMissing {
    private final ComparisonWithBest known;
    private final Bracket bracket;
    private final Ratios ratios;
    private final Waits waits;
    private final OrderedRatios ordered;
    private final Expectation expectation;
    private final double margin;

    BlocksMissing(
            ComparisonWithBest known,
            Bracket bracket,
            Ratios ratios,
            Waits waits,
            OrderedRatios ordered,
            Expectation expectation,
            double margin) {
        this.known = known;
        this.bracket = bracket;
        this.ratios = ratios;
        this.waits = waits;
        this.ordered = ordered;
        this.expectation = expectation;
        this.margin = margin;
    }

    /** Counts those that would show a value to have the wanted standing; 0 where that is known, infinite where the contrary is expected. */
    double until(int value, Standing wanted) {
        if (value < known.axis().range().low() || bracket.is(value, wanted)) {
            return 0;
        }
        if (!bracket.knows(value) && unseenWithRoom(value)) {
            return wanted == Standing.MEETS ? 1 : Double.POSITIVE_INFINITY;
        }
        double distance = distance(value) * (wanted == Standing.MEETS ? 1 : -1);
        if (distance <= 0 || bracket.knows(value) && !bracket.is(value, Standing.UNCLEAR)) {
            return Double.POSITIVE_INFINITY;
        }
        return Math.max(1, wanted == Standing.MEETS ? telling(value, distance) : alone(value, distance));
    }

    /**
     * Counts those after which a value would most likely be worse, or {@link ComparisonWithBest#passedOver(int) passed over}; 0 where it
     * is, infinite where it is expected to be neither.
     */
    double untilPassedOver(int value) {
        double missing = until(value, Standing.FAILS);
        if (missing == 0 || known.passedOver(value).isPresent()) {
            return 0;
        }
        double half = NotSmaller.Leaning.half(expectation.ratio(value), margin);
        return half <= 0 || bracket.is(value, Standing.MEETS) || unseenWithRoom(value)
                ? missing
                : Math.min(missing, Math.max(1, alone(value, half)));
    }

    /** Returns whether a value was not compared, and has so many connections that few requests are expected to wait. */
    private boolean unseenWithRoom(int value) {
        return !known.compared(value) && waits.fewExpected(known.axis().settings(value));
    }

    /** Counts those that would show a value as good as the best not to be worse. */
    double toShow(int value) {
        return telling(value, margin);
    }

    /** Counts those that would tell a value from the line; at least 1. */
    public double toDecide(int value) {
        return Math.max(1, telling(value, Math.max(Math.abs(distance(value)), margin / 3)));
    }

    /** Returns the expected distance above the line, on the log scale. */
    private double distance(int value) {
        return Math.log(expectation.ratio(value) / (1 - margin));
    }

    private double alone(int value, double distance) {
        Settings settings = known.axis().settings(value);
        return ratios.blocksMissing(settings, known.top(settings), distance);
    }

    /** Counts those that would tell a value from a line so far away, by itself or together with smaller ones. */
    private double telling(int value, double distance) {
        double alone = alone(value, distance);
        return known.compared(value)
                ? ordered.at(known.axis().settings(value))
                        .map(each -> Math.min(alone, each.blocksMissing(distance)))
                        .orElse(alone)
                : alone;
    }
}
