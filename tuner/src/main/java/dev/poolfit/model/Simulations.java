package dev.poolfit.model;

/** Simulations of so many requests, however long these take. */
final class Simulations {
    private Simulations() {}

    /**
     * Simulates from empty, after a warm-up of a third of the measured time and of several responses at least.
     *
     * @param rate requests a second, about
     */
    static Simulated run(ServiceModel model, Workload workload, Limits limits, double rate, int requests, long seed) {
        return Simulation.run(
                model,
                steady(workload, limits),
                limits,
                length(model, workload, limits, rate, requests),
                Start.EMPTY,
                seed);
    }

    private static Simulation.Length length(
            ServiceModel model, Workload workload, Limits limits, double rate, int requests) {
        double inside = workload instanceof Workload.Closed closed ? closed.users() : limits.threads();
        double response = Math.max(model.demand().loneResponse(), inside / rate);
        double measured = Math.max(requests / rate, 5 * response);
        return new Simulation.Length(Math.max(measured / 3, 3 * response), measured);
    }

    /** A ramp's steady state is that of its most users. */
    private static Workload steady(Workload workload, Limits limits) {
        return workload instanceof Workload.Ramp ramp
                ? new Workload.Closed(
                        Math.max(
                                1,
                                ramp.stages().stream()
                                        .mapToInt(Workload.Stage::users)
                                        .max()
                                        .orElse(1)),
                        ramp.think())
                : workload;
    }
}
