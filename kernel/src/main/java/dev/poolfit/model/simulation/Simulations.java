package dev.poolfit.model.simulation;

import dev.poolfit.model.Limits;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.Workload;

/** Simulates so many requests, however long these take. */
public final class Simulations {
    /** No simulation answers more requests than this many times those that were asked for, timeouts included. */
    private static final double MOST_ANSWERS = 10;

    private static final int ROUNDS_TO_SETTLE = 10;
    private static final int ROUNDS_TO_STAY = 40;
    private static final int FEWEST = 6_000;
    private static final int MOST = 400_000;

    private Simulations() {}

    /**
     * Simulates from empty, after a warm-up of a third of the measured time and of several responses at least.
     *
     * @param rate requests a second, about
     */
    public static Simulated run(
            ServiceModel model, Workload workload, Limits limits, double rate, int requests, long seed) {
        return Simulation.run(
                model,
                steady(workload, limits),
                limits,
                length(model, workload, limits, rate, requests),
                Start.EMPTY,
                seed);
    }

    /**
     * Simulates from empty and from full for so many rounds of all users through the contended database that what is left
     * of the beginning is a state of its own.
     *
     * @param rate requests a second, about
     */
    static Bistability compareStarts(ServiceModel model, Workload workload, Limits limits, double rate, long seed) {
        Workload load = steady(workload, limits);
        double inside = inside(load, limits);
        double contended = model.capacity().databaseSpeed((int) Math.min(limits.pool(), inside))
                / model.demand().databaseCpu();
        double think = load instanceof Workload.Closed closed ? closed.think() : 0;
        double round = think + model.demand().loneResponse() + inside / contended;
        double measured = Math.min(MOST / rate, Math.max(FEWEST / rate, ROUNDS_TO_STAY * round));
        return Simulation.compareStarts(
                model, load, limits, new Simulation.Length(ROUNDS_TO_SETTLE * round, measured), seed);
    }

    private static Simulation.Length length(
            ServiceModel model, Workload workload, Limits limits, double rate, int requests) {
        double inside = inside(workload, limits);
        double response = Math.max(model.demand().loneResponse(), inside / rate);
        double measured = Math.max(requests / rate, 5 * response);
        double warm = Math.max(measured / 3, 3 * response);
        // Threads that wait in vain answer, too, each once a timeout at least.
        double failing = (Math.min(inside, limits.threads()) - limits.pool()) / limits.timeoutSeconds();
        double longest = MOST_ANSWERS * requests / Math.max(failing, rate / 5);
        return new Simulation.Length(Math.min(warm, longest), Math.min(measured, longest));
    }

    private static double inside(Workload workload, Limits limits) {
        return workload instanceof Workload.Closed closed ? closed.users() : limits.threads();
    }

    /** Returns the steady state's load; that of a ramp is its most users. */
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
