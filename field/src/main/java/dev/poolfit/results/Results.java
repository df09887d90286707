package dev.poolfit.results;

import dev.poolfit.evidence.Observation;
import java.util.List;

/**
 * Says what a file of results says.
 *
 * @param source that wrote the file, such as {@code k6's CSV}
 * @param observations one for each setting, in the order of the file; at least one
 * @param notices whole sentences that a reader should know
 */
public record Results(String source, List<Observation> observations, List<String> notices) {
    public Results {
        observations = List.copyOf(observations);
        notices = List.copyOf(notices);
        if (observations.isEmpty()) {
            throw new IllegalArgumentException("results need at least 1 observation, but have none");
        }
    }
}
