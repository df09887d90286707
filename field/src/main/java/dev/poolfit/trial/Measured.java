package dev.poolfit.trial;

import dev.poolfit.evidence.MeasuredTrial;
import dev.poolfit.evidence.Sample;
import java.util.List;

/**
 * A finished trial with its series.
 *
 * @param series every second of load, warm-up included
 */
public record Measured(MeasuredTrial trial, List<Sample> series) {
    public Measured {
        series = List.copyOf(series);
    }
}
