package dev.poolfit.model.simulation;

import dev.poolfit.model.Demand;

/**
 * The steps of a request from its thread's start to its answer; demands of 0 make no step.
 *
 * @param steps the kinds of steps
 * @param means mean seconds that the step asks for, where it asks for any
 * @param firstAcquire the index of the first acquisition
 */
record Route(int[] steps, double[] means, int firstAcquire) {
    static final int SERVICE = 0;
    static final int DATABASE = 1;
    static final int DELAY = 2;
    static final int ACQUIRE = 3;
    static final int RELEASE = 4;
    static final int ANSWER = 5;

    static Route of(Demand demand) {
        var path = new Path(7 + 5 * demand.acquisitions());
        double outside = demand.cpuOutside() / 2;
        int rounds = demand.acquisitions();
        if (demand.openInView()) {
            path.step(ACQUIRE).use(SERVICE, outside);
            for (int round = 0; round < rounds; round++) {
                path.work(demand, rounds);
            }
            path.use(SERVICE, outside).step(RELEASE);
        } else {
            path.use(SERVICE, outside);
            for (int round = 0; round < rounds; round++) {
                path.step(ACQUIRE).work(demand, rounds).step(RELEASE);
            }
            path.use(SERVICE, outside);
        }
        path.step(ANSWER);
        return new Route(path.steps, path.means, path.steps[0] == ACQUIRE ? 0 : 1);
    }

    private static final class Path {
        private final int[] steps;
        private final double[] means;
        private int length;

        Path(int most) {
            steps = new int[most];
            means = new double[most];
        }

        Path step(int step) {
            steps[length++] = step;
            return this;
        }

        Path use(int station, double mean) {
            if (mean > 0) {
                means[length] = mean;
                step(station);
            }
            return this;
        }

        Path work(Demand demand, int rounds) {
            return use(DATABASE, demand.databaseCpu() / rounds)
                    .use(DELAY, demand.delay() / rounds)
                    .use(SERVICE, demand.cpuHeld() / rounds);
        }
    }
}
