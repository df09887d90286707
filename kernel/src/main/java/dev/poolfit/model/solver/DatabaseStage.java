package dev.poolfit.model.solver;

import dev.poolfit.model.Capacity;

/**
 * The stage of requests between a connection's acquisition and its release that are not at the service's CPU: the database's
 * CPU, whose speed depends on how many are there, and the delay, which everyone spends side by side. A closed network of two
 * stations, by the exact load-dependent recursion (Reiser and Lavenberg, Mean-Value Analysis of Closed Multichain Queuing
 * Networks, 1980) over ratios of normalizing constants h(n), which neither overflow nor cancel.
 */
final class DatabaseStage {
    /** h(n) / h(n−1) in seconds, the reciprocal of the stage's throughput with n inside; 0 where nothing takes time. */
    final double[] growth;

    /** Mean cores of the database in use with n inside. */
    final double[] cores;

    DatabaseStage(double databaseCpu, double delay, Capacity capacity, int most) {
        growth = new double[most + 1];
        cores = new double[most + 1];
        if (databaseCpu + delay <= 0) {
            return;
        }
        int c = capacity.databaseCores();
        boolean contended = capacity.contention() > 0 || capacity.coherence() > 0;
        // Beyond c an uncontended database is of one speed, and only the states below c need to be followed.
        int followed = contended ? most : Math.min(c - 1, most);
        double[] service = new double[followed + 1];
        for (int d = 1; d <= followed; d++) {
            service[d] = databaseCpu / capacity.databaseSpeed(d);
        }
        double fullSpeed = contended ? 0 : databaseCpu / c;
        double[] share = new double[followed + 1];
        share[0] = 1;
        for (int n = 1; n <= most; n++) {
            int reachable = Math.min(n, followed);
            double sum = contended ? delay / n * share[0] : fullSpeed + delay / n * share[0];
            for (int d = 1; d <= reachable; d++) {
                double part = service[d] * share[d - 1];
                sum += contended ? part : part * (1 - (double) d / c);
            }
            growth[n] = sum;
            double rate = 1 / sum;
            double busy = 0;
            for (int d = reachable; d >= 1; d--) {
                share[d] = service[d] * share[d - 1] * rate;
                busy += Math.min(d, c) * share[d];
            }
            share[0] *= delay / n * rate;
            cores[n] = contended ? busy : databaseCpu * rate;
        }
    }
}
