package dev.poolfit.benchmarks.search;

import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Limits;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.Workload;
import dev.poolfit.model.simulation.Simulated;
import dev.poolfit.model.simulation.Simulation;
import dev.poolfit.model.simulation.Start;
import dev.poolfit.model.solver.FlowEquivalentSolver;

/**
 * A service that only answers trials: what it is like is hidden from the strategies.
 *
 * @param index its number, from 0
 * @param kind its likeness to what a model expects
 * @param model the simulated model, before the flaw
 * @param flaw the flaw that the model does not know
 * @param workload its users
 * @param noise coefficient of variation of the throughput from trial to trial
 * @param seed of all its simulations
 */
record HiddenService(
        int index, Kind kind, ServiceModel model, Flaw flaw, Workload.Closed workload, double noise, long seed) {
    /** The likeness of a service to what a model expects. */
    enum Kind {
        WELL_SPECIFIED("well specified"),
        MISSPECIFIED("misspecified"),
        /** Coherence delays and many users; a trial may begin in either steady state. */
        BISTABLE("bistable"),
        HEAVY_TAILED("heavy-tailed");

        final String text;

        Kind(String text) {
            this.text = text;
        }
    }

    /** Returns the settings less what can never be in use: threads beyond the users, connections beyond the threads. */
    Limits limits(Settings settings) {
        int threads = Math.min(settings.threads().orElseThrow(), workload.users());
        int pool = Math.min(settings.pool().orElseThrow(), threads);
        return new Limits(pool, threads, Limits.DEFAULT.connectionTimeout());
    }

    /** Returns the model under these limits, the flaw included. */
    ServiceModel at(Limits limits) {
        return model.withDemand(flaw.apply(model.demand(), limits));
    }

    /**
     * Simulates about so many requests after a warm-up. The solver only says how long that will take.
     *
     * @param salt makes simulations of the same limits differ
     */
    Simulated simulate(Limits limits, int requests, Start from, long salt) {
        ServiceModel there = at(limits);
        double rate = new FlowEquivalentSolver().solve(there, workload, limits).throughput();
        double measured = requests / rate;
        double warm = Math.max(0.2 * measured, 2 * workload.users() / rate);
        long mixed = Seeds.mix(seed, salt, limits.pool(), limits.threads(), from.ordinal());
        return Simulation.run(there, workload, limits, new Simulation.Length(warm, measured), from, mixed);
    }
}
