package dev.poolfit.benchmarks.search;

import dev.poolfit.experiment.Settings;
import java.util.List;
import java.util.Optional;

/** Another way to search: names one setting after the other; its answer is the one that showed the most. */
interface Peer {
    /** Returns the next setting to try, or none when it is done. */
    Optional<Settings> next(List<Tried> soFar);

    /**
     * The result of a trial.
     *
     * @param throughput good responses a second
     */
    record Tried(Settings settings, double throughput) {}
}
