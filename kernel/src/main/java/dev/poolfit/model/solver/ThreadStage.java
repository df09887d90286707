package dev.poolfit.model.solver;

import dev.poolfit.model.Capacity;
import dev.poolfit.model.Demand;
import java.util.Arrays;

/**
 * Solves m requests that each have a worker thread, for m from 0 to the most threads and for one pool size after another.
 *
 * <p>With o requests outside the hold and n inside, the service's CPU is shared by both, so neither can be replaced by a server
 * of its own. But while every request inside has a connection, the network is of product form (processor sharing and delay
 * stations; Baskett, Chandy, Muntz and Palacios, 1975), its normalizing constants obey Buzen's recursion G(o, n) = A·G(o−1, n)
 * + B·G(o, n−1) once o reaches the cores (A and B are the CPU demands ÷ cores; below, a few more terms), and the rates at which
 * requests leave the hold, G(o, n−1) / G(o, n), and come to it, G(o−1, n) / G(o, n), follow from ratios alone. When more than P
 * want a connection, these conditional rates with n = P make a birth–death process of the number that want one: the
 * flow-equivalent approximation of Chandy, Herzog and Woo (1975), exact where the pool does not bind. It needs no fixed point
 * for the shared CPU.
 *
 * <p>Advance pool by pool with {@link #next}; a step costs O(threads).
 */
final class ThreadStage {
    /** Requests a second with m threads busy, at the present pool; by m. */
    final double[] throughput;

    /** Mean connections in use with m threads busy. */
    final double[] active;

    /** Mean threads that wait for a connection with m threads busy. */
    final double[] pending;

    /** Mean cores of the database in use with m threads busy. */
    final double[] databaseCores;

    private final int least;
    private final int most;
    /** The fewest requests that may keep the service's cores busy. */
    private final int cores;

    private final double speed;
    private final double outside;
    private final double held;
    private final double databaseCpu;
    private final boolean contended;
    private final DatabaseStage database;

    // Of the present column, n inside the hold; by o, the requests outside.
    private final double[] leaving;
    private final double[] coming;
    private final double[] databaseBusy;
    // The chance of j at the CPU while holding, j below the cores: with none outside, and with o outside.
    private final double[] atCpu;
    private final double[] atCpuHere;
    /** The share of the service's cores that idle while so many are at them. */
    private final double[] idling;
    // By m, over the states with at most n that want a connection: the share of the last, and means.
    private final double[] lastShare;
    private final double[] lowThroughput;
    private final double[] lowActive;
    private final double[] lowCores;
    private int pool;

    /**
     * @param least the fewest busy threads of interest; below, nothing is filled in, which saves half of the time
     */
    ThreadStage(Demand demand, Capacity capacity, int least, int most, int mostPool) {
        this.least = least;
        this.most = most;
        boolean whole = demand.openInView();
        outside = whole ? 0 : demand.cpuOutside();
        held = whole ? demand.serviceCpu() : demand.cpuHeld();
        databaseCpu = demand.databaseCpu();
        contended = capacity.contention() > 0 || capacity.coherence() > 0;
        // A hold that takes no time at all would leave at an infinite rate.
        double delay = demand.loneHold() > 0 ? demand.delay() : demand.loneResponse() * 1e-12;
        cores = (int) Math.min(Math.ceil(capacity.serviceCores()), most);
        speed = Math.min(capacity.serviceCores(), cores);
        database = new DatabaseStage(demand.databaseCpu(), delay, capacity, Math.min(most, mostPool));
        throughput = new double[most + 1];
        active = new double[most + 1];
        pending = new double[most + 1];
        databaseCores = new double[most + 1];
        leaving = new double[most + 1];
        coming = new double[most + 1];
        databaseBusy = new double[most + 1];
        atCpu = new double[cores + 1];
        atCpuHere = new double[cores + 1];
        idling = new double[cores];
        for (int j = 0; j < cores; j++) {
            idling[j] = 1 - j / speed;
        }
        atCpu[0] = 1;
        lastShare = new double[most + 1];
        lowThroughput = new double[most + 1];
        lowActive = new double[most + 1];
        lowCores = new double[most + 1];
        Arrays.fill(lastShare, 1);
        for (int o = 1; o <= most; o++) {
            coming[o] = Math.min(o, speed) / outside;
        }
    }

    /** Goes on to a pool of one connection more; at most as many as the constructor was told. */
    void next() {
        pool++;
        double interval = withNoneOutside();
        double busy = databaseBusy[0];
        int rows = outside > 0 ? most - pool : 0;
        double perCore = outside / speed;
        double heldPerCore = held / speed;
        for (int o = 1; o <= rows; o++) {
            boolean someIdle = o < cores;
            double own = someIdle ? perCore + outside / o * serviceIdle(o) : perCore;
            // G(o, n) / G(o, n−1) from G(o−1, n) / G(o−1, n−1) and, of the column before, G(o−1, n−1) / G(o, n−1).
            double ratio = interval * coming[o];
            interval = heldPerCore + interval * (own * coming[o]);
            double leave = 1 / interval;
            double come = ratio * leave;
            if (someIdle) {
                for (int j = 0; o + j < cores; j++) {
                    atCpuHere[j] *= outside / o * come;
                }
            }
            if (contended) {
                double idle = someIdle ? coresWhereServiceIdles(o) : 0;
                busy = perCore * come * busy + (heldPerCore * leave * databaseBusy[o] + idle);
                databaseBusy[o] = busy;
            }
            coming[o] = come;
            leaving[o] = leave;
            widen(o, interval);
        }
    }

    /** Returns the mean seconds between two that leave. */
    private double withNoneOutside() {
        int reachable = Math.min(pool, cores - 1);
        double growth = held / speed + database.growth[pool] * atCpu[0];
        for (int j = 1; j <= reachable; j++) {
            growth += idling[j] * held / j * atCpu[j - 1];
        }
        double leave = 1 / growth;
        for (int j = reachable; j >= 1; j--) {
            atCpu[j] = held / j * atCpu[j - 1] * leave;
        }
        atCpu[0] *= database.growth[pool] * leave;
        System.arraycopy(atCpu, 0, atCpuHere, 0, cores);
        if (contended) {
            databaseBusy[0] = held / speed * leave * databaseBusy[0] + coresWhereServiceIdles(0);
        }
        leaving[0] = leave;
        widen(0, growth);
        return growth;
    }

    /** Returns the mean share of the service's cores that idle, o + j being at them, where the chances of j are of o − 1. */
    private double serviceIdle(int o) {
        double sum = 0;
        for (int j = 0; o + j < cores; j++) {
            sum += atCpuHere[j] * idling[o + j];
        }
        return sum;
    }

    private double coresWhereServiceIdles(int o) {
        double sum = 0;
        for (int j = 0; o + j < cores && j <= pool; j++) {
            sum += atCpuHere[j] * idling[o + j] * database.cores[pool - j];
        }
        return sum;
    }

    /** Adds the state in which o are outside and all the others, as many as the pool has, hold a connection. */
    private void widen(int o, double interval) {
        int m = o + pool;
        if (m < least) {
            return;
        }
        double share = 1;
        if (outside > 0) {
            // The next row's rate is still that of the pool before.
            share = BirthDeathChain.shareOfNext(lastShare[m], coming[o + 1] * interval);
        }
        lastShare[m] = share;
        lowThroughput[m] += share * (leaving[o] - lowThroughput[m]);
        lowActive[m] += share * (pool - lowActive[m]);
        if (contended) {
            lowCores[m] += share * (databaseBusy[o] - lowCores[m]);
        }
    }

    /** Fills in the results for the present pool, for every number of busy threads of interest. */
    void settle() {
        int few = Math.min(pool, most);
        System.arraycopy(lowThroughput, 0, throughput, 0, few + 1);
        System.arraycopy(lowActive, 0, active, 0, few + 1);
        System.arraycopy(lowCores, 0, databaseCores, 0, few + 1);
        Arrays.fill(pending, 0, few + 1, 0);
        double high = 1;
        double highThroughput = leaving[0];
        double highCores = databaseBusy[0];
        double meanOutside = 0;
        for (int m = pool + 1; m <= most; m++) {
            int o = m - pool;
            if (outside > 0) {
                high = BirthDeathChain.shareOfNext(high, leaving[o - 1] / coming[o]);
                highThroughput += high * (leaving[o] - highThroughput);
                highCores += high * (databaseBusy[o] - highCores);
                meanOutside += high * (o - meanOutside);
                if (m < least) {
                    continue;
                }
                double low = lastShare[m];
                throughput[m] = BirthDeathChain.join(low, lowThroughput[m], high, highThroughput, leaving[o]);
                databaseCores[m] = BirthDeathChain.join(low, lowCores[m], high, highCores, databaseBusy[o]);
                active[m] = BirthDeathChain.join(low, lowActive[m], high, pool, pool);
                pending[m] = BirthDeathChain.join(low, 0, high, o - meanOutside, 0);
            } else {
                throughput[m] = highThroughput;
                databaseCores[m] = highCores;
                active[m] = pool;
                pending[m] = o;
            }
        }
        if (!contended) {
            for (int m = 0; m <= most; m++) {
                databaseCores[m] = throughput[m] * databaseCpu;
            }
        }
    }
}
