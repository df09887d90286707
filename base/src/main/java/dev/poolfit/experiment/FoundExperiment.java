package dev.poolfit.experiment;

/**
 * An experiment as a run found it: the request of its file, as far as the service has it.
 *
 * @param experiment with the knobs alone that the service has
 * @param found the state of the service
 */
public record FoundExperiment(Experiment experiment, Found found) {
    /** Leaves out of the experiment the knobs that the service does not have, as {@link SearchSpace#reportedBy} says. */
    public static FoundExperiment of(Experiment asked, Found found) {
        return new FoundExperiment(asked.withSpace(asked.space().reportedBy(found.settings(), found.workers())), found);
    }

    /** Returns the experiment with the pool bounded by the ceiling: what trials may try. */
    public Experiment bounded() {
        return found.poolLimit().isPresent()
                ? experiment.withSpace(
                        experiment.space().withPoolUpTo(found.poolLimit().getAsInt()))
                : experiment;
    }
}
