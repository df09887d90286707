package dev.poolfit.model.solver;

import dev.poolfit.model.Checks;
import dev.poolfit.model.Limits;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.Workload;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds the steady state of a {@link ServiceModel} by flow-equivalent servers (Chandy, Herzog and Woo, Parametric Analysis of
 * Queuing Networks, 1975), in about a tenth of a millisecond.
 *
 * <p>It takes three stages, each for a server whose speed depends on how many it holds: what n requests with a connection
 * achieve ({@link DatabaseStage}), what m requests with a thread achieve ({@link ThreadStage}), and how many users or arrivals
 * are inside ({@link Population}). Every stage by itself is exact for processor sharing and delays, whatever the distributions
 * of the demands. So the whole is exact where neither pool nor threads run out, and an approximation where they do: it treats
 * the number that want a connection (a thread) as if the states inside had settled, and the time in the hold and the users'
 * thinking as if they were exponential. Against the simulation it errs most, and towards too little throughput, with pools of a
 * few connections (docs/measurements.md).
 *
 * <p>Acquisitions do not change the result: the demands of a request are the same in sum, and between two of them it asks for
 * nothing. Connection timeouts and barging are not modelled, for they hardly change throughput while requests succeed; errors
 * and percentiles are the simulation's. A ramp is solved at the most users that it has.
 *
 * <p>It has no state; threads may share it.
 */
public final class FlowEquivalentSolver {
    /**
     * Finds the steady state.
     *
     * @return with {@link Workload.Saturating}, the response is the time with a thread, for the queue has no end; with open
     *     arrivals that come faster than they are served, throughput is what the threads achieve and the response infinite
     */
    public Solution solve(ServiceModel model, Workload workload, Limits limits) {
        return solve(model, workload, limits.threads(), limits.pool())[0];
    }

    /**
     * Finds the steady states of several pool sizes in one pass, in the time that the largest takes alone.
     *
     * @param threads at least 1
     * @param pools each at least 1, in any order
     * @return as {@link #solve(ServiceModel, Workload, Limits)} gives them, by pool
     */
    public Solution[] solve(ServiceModel model, Workload workload, int threads, int... pools) {
        Population population = Population.of(workload);
        int busy = population.mostBusy(threads);
        var solutions = new Solution[pools.length];
        if (busy == 0) {
            Arrays.fill(solutions, new Solution(0, 0, 0, 0, model.demand().loneResponse(), 0, 0));
            return solutions;
        }
        int last = Math.min(most("pools", pools), busy);
        var stage = new ThreadStage(model.demand(), model.capacity(), population.leastBusy(threads), busy, last);
        for (int pool = 1; pool <= last; pool++) {
            stage.next();
            @Nullable Solution solution = null;
            for (int i = 0; i < pools.length; i++) {
                if (Math.min(pools[i], busy) == pool) {
                    solution = solution == null ? solution(stage, model, workload, population, busy) : solution;
                    solutions[i] = solution;
                }
            }
        }
        return solutions;
    }

    private static Solution solution(
            ThreadStage stage, ServiceModel model, Workload workload, Population population, int busy) {
        stage.settle();
        double[] rates = stage.throughput;
        Population.Queue queue = population.beyond(busy, rates[busy]);
        if (queue.noneShare() == 0) {
            double response = workload instanceof Workload.Saturating ? busy / rates[busy] : Double.POSITIVE_INFINITY;
            return solution(
                    model,
                    rates[busy],
                    stage.active[busy],
                    stage.pending[busy],
                    busy,
                    response,
                    stage.databaseCores[busy]);
        }
        double last = 1;
        double throughput = 0;
        double active = 0;
        double pending = 0;
        double threads = 0;
        double cores = 0;
        for (int n = 1; n <= busy; n++) {
            last = BirthDeathChain.shareOfNext(last, population.coming(n - 1) / rates[n]);
            throughput += last * (rates[n] - throughput);
            active += last * (stage.active[n] - active);
            pending += last * (stage.pending[n] - pending);
            threads += last * (n - threads);
            cores += last * (stage.databaseCores[n] - cores);
        }
        double none = queue.noneShare();
        throughput = BirthDeathChain.join(last, throughput, none, rates[busy], rates[busy]);
        double inside = BirthDeathChain.join(last, threads, none, busy + queue.waiting(), busy);
        return solution(
                model,
                throughput,
                BirthDeathChain.join(last, active, none, stage.active[busy], stage.active[busy]),
                BirthDeathChain.join(last, pending, none, stage.pending[busy], stage.pending[busy]),
                BirthDeathChain.join(last, threads, none, busy, busy),
                inside / throughput,
                BirthDeathChain.join(last, cores, none, stage.databaseCores[busy], stage.databaseCores[busy]));
    }

    /**
     * Computes throughput for every pool size with every number of threads; much faster than one by one.
     *
     * @param pools each at least 1, in any order
     * @param threads each at least 1, in any order
     * @return requests a second, by pool, then by threads
     */
    public double[][] throughput(ServiceModel model, Workload workload, int[] pools, int[] threads) {
        Population population = Population.of(workload);
        int mostPool = most("pools", pools);
        int mostBusy = population.mostBusy(most("threads", threads));
        double[][] result = new double[pools.length][threads.length];
        if (mostBusy == 0) {
            return result;
        }
        int last = Math.min(mostPool, mostBusy);
        boolean[] wanted = new boolean[mostBusy + 1];
        for (int each : threads) {
            wanted[population.mostBusy(each)] = true;
        }
        ThreadStage stage = new ThreadStage(model.demand(), model.capacity(), 1, mostBusy, last);
        for (int pool = 1; pool <= last; pool++) {
            stage.next();
            double @Nullable [] byThreads = null;
            for (int i = 0; i < pools.length; i++) {
                if (Math.min(pools[i], last) == pool) {
                    byThreads = byThreads == null ? byThreads(stage, population, wanted) : byThreads;
                    for (int j = 0; j < threads.length; j++) {
                        result[i][j] = byThreads[population.mostBusy(threads[j])];
                    }
                }
            }
        }
        return result;
    }

    private static double[] byThreads(ThreadStage stage, Population population, boolean[] wanted) {
        stage.settle();
        double[] rates = stage.throughput;
        double[] result = new double[wanted.length];
        double last = 1;
        double throughput = 0;
        for (int n = 1; n < wanted.length; n++) {
            last = BirthDeathChain.shareOfNext(last, population.coming(n - 1) / rates[n]);
            throughput += last * (rates[n] - throughput);
            if (wanted[n]) {
                double none = population.beyond(n, rates[n]).noneShare();
                result[n] = none == 0 ? rates[n] : BirthDeathChain.join(last, throughput, none, rates[n], rates[n]);
            }
        }
        return result;
    }

    private static int most(String name, int[] values) {
        int most = 0;
        for (int each : values) {
            Checks.atLeast(name, 1, each);
            most = Math.max(most, each);
        }
        return most;
    }

    private static Solution solution(
            ServiceModel model,
            double throughput,
            double active,
            double pending,
            double busy,
            double response,
            double databaseCores) {
        double serviceCores = throughput * model.demand().serviceCpu();
        return new Solution(throughput, active, pending, busy, response, serviceCores, databaseCores);
    }
}
