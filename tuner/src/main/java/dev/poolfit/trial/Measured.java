package dev.poolfit.trial;

import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.Trial;
import java.util.List;

/**
 * A finished trial with its series.
 *
 * @param series every second of load, warm-up included
 */
public record Measured(Trial trial, List<Sample> series) {
    public Measured {
        series = List.copyOf(series);
    }
}
