package dev.poolfit.model.solver;

import dev.poolfit.model.Capacity;
import dev.poolfit.model.Limits;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.Workload;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Finds the bottleneck by sensitivity: the resource of which more would give the most.
 *
 * <p>Each of the service's cores, the database's cores, the pool and the threads is enlarged by a tenth, or by one where that
 * is more, and the gain compared as an elasticity, ln(X′/X) ÷ ln(size′/size): 1 where throughput grows as the resource does, 0
 * where the resource is idle. Cores are added, not made faster, so that CPU within a hold which the pool limits is not mistaken
 * for the limit.
 */
public final class Bottleneck {
    /** An enlargement by a tenth that gives half a percent. */
    private static final double NOTICED = 0.05;

    private static final double FULL = 0.9;
    private static final FlowEquivalentSolver SOLVER = new FlowEquivalentSolver();

    private Bottleneck() {}

    /**
     * Finds what limits the throughput of this setting.
     *
     * <ol>
     *   <li>Contention, where the database slows down with more at once and a pool smaller by a tenth gives 0.5 % more.
     *   <li>The resource of the greatest elasticity, where it is at least 0.05.
     *   <li>The load, where throughput is at least 99.5 % of the open rate, or follows the number of users with an
     *       elasticity of at least 0.5.
     *   <li>Else two resources bind as one, and neither gives anything alone: of CPUs, pool and threads the first in
     *       use to nine tenths.
     * </ol>
     *
     * @param now what {@link FlowEquivalentSolver} found for the same arguments
     */
    public static Bound of(ServiceModel model, Workload workload, Limits limits, Solution now) {
        if (now.throughput() <= 0) {
            return Bound.USERS;
        }
        if (fewerGiveMore(model, workload, limits, now)) {
            return Bound.CONTENTION;
        }
        Capacity capacity = model.capacity();
        int pool = limits.pool();
        int threads = limits.threads();
        double service = capacity.serviceCores();
        int database = capacity.databaseCores();
        Map<Bound, Double> gains = new EnumMap<>(Bound.class);
        Solution then = SOLVER.solve(with(model, more(service), database), workload, limits);
        gains.put(Bound.SERVICE_CPU, elasticity(now, then, service, more(service)));
        then = SOLVER.solve(with(model, service, more(database)), workload, limits);
        gains.put(Bound.DATABASE_CPU, elasticity(now, then, database, more(database)));
        then = SOLVER.solve(model, workload, sized(limits, more(pool), threads));
        gains.put(Bound.HOLD, elasticity(now, then, pool, more(pool)));
        then = SOLVER.solve(model, workload, sized(limits, pool, more(threads)));
        gains.put(Bound.THREADS, elasticity(now, then, threads, more(threads)));
        Map.Entry<Bound, Double> best = Collections.max(gains.entrySet(), Map.Entry.comparingByValue());
        if (best.getValue() >= NOTICED) {
            return best.getKey();
        }
        return loadLimits(model, workload, limits, now) ? Bound.USERS : fullest(capacity, limits, now);
    }

    private static boolean fewerGiveMore(ServiceModel model, Workload workload, Limits limits, Solution now) {
        Capacity capacity = model.capacity();
        int used = (int) Math.ceil(Math.min(limits.pool(), now.active()));
        if (capacity.contention() + capacity.coherence() == 0 || used < 2) {
            return false;
        }
        int fewer = used - Math.max(1, used / 10);
        Solution then = SOLVER.solve(model, workload, sized(limits, fewer, limits.threads()));
        return then.throughput() > 1.005 * now.throughput();
    }

    private static boolean loadLimits(ServiceModel model, Workload workload, Limits limits, Solution now) {
        if (workload instanceof Workload.Open open) {
            return now.throughput() >= 0.995 * open.rate();
        }
        if (workload instanceof Workload.Saturating) {
            return false;
        }
        Population.Users users = (Population.Users) Population.of(workload);
        int fewer = users.users() - Math.max(1, users.users() / 10);
        if (fewer == 0) {
            return true;
        }
        Solution then = SOLVER.solve(model, new Workload.Closed(fewer, users.think()), limits);
        return elasticity(now, then, users.users(), fewer) >= 0.5;
    }

    private static Bound fullest(Capacity capacity, Limits limits, Solution now) {
        if (now.databaseCpu() >= FULL * capacity.databaseCores()) {
            return Bound.DATABASE_CPU;
        }
        if (now.serviceCpu() >= FULL * capacity.serviceCores()) {
            return Bound.SERVICE_CPU;
        }
        if (now.active() >= FULL * limits.pool()) {
            return Bound.HOLD;
        }
        return now.busy() >= FULL * limits.threads() ? Bound.THREADS : Bound.USERS;
    }

    private static int more(int size) {
        return size + Math.max(1, size / 10);
    }

    private static double more(double size) {
        return size + Math.max(1, size / 10);
    }

    private static double elasticity(Solution now, Solution then, double size, double changed) {
        return Math.log(then.throughput() / now.throughput()) / Math.log(changed / size);
    }

    private static Limits sized(Limits limits, int pool, int threads) {
        return new Limits(pool, threads, limits.connectionTimeout());
    }

    private static ServiceModel with(ServiceModel model, double serviceCores, int databaseCores) {
        Capacity old = model.capacity();
        Capacity changed = new Capacity(serviceCores, databaseCores, old.contention(), old.coherence());
        return new ServiceModel(model.demand(), changed, model.barging(), model.variation());
    }
}
