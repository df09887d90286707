package dev.poolfit.model.solver;

import dev.poolfit.model.Workload;

/**
 * The number of requests in the service: a birth–death process in which n requests leave at the rate X(min(n, T)) and come as
 * the users or the arrivals have it. The states from T on, in which n − T wait in Tomcat's queue, are summed as one.
 */
public sealed interface Population {
    /** Returns the most threads that are ever busy. */
    int mostBusy(int threads);

    /** Returns the fewest threads that have a request at any time. */
    default int leastBusy(int threads) {
        return 0;
    }

    /** Returns the rate at which requests come with n inside, a second; infinite where users do not think. */
    double coming(int inside);

    /**
     * Returns the states with {@code threads} or more inside.
     *
     * @param rate requests a second that so many threads achieve
     */
    Queue beyond(int threads, double rate);

    /**
     * The states in which all threads are busy.
     *
     * @param noneShare the share of those in which nobody waits for a thread; 0 where the queue grows without end
     * @param waiting mean requests that wait for a thread, in these states
     */
    record Queue(double noneShare, double waiting) {}

    /** Users who think. */
    record Users(int users, double think) implements Population {
        @Override
        public int mostBusy(int threads) {
            return Math.min(users, threads);
        }

        @Override
        public int leastBusy(int threads) {
            return think > 0 ? 0 : mostBusy(threads);
        }

        @Override
        public double coming(int inside) {
            return (users - inside) / think;
        }

        @Override
        public Queue beyond(int threads, double rate) {
            int rest = users - threads;
            double perUser = Math.min(1e40, 1 / (think * rate));
            double weight = 1;
            double none = 1;
            double sum = 1;
            double waiting = 0;
            for (int i = 1; i <= rest; i++) {
                double ratio = (rest - i + 1) * perUser;
                weight *= ratio;
                sum += weight;
                waiting += i * weight;
                if (ratio < 1 && weight < 1e-17 * sum) {
                    break;
                }
                if (sum > 1e200) {
                    weight *= 1e-200;
                    none *= 1e-200;
                    sum *= 1e-200;
                    waiting *= 1e-200;
                }
            }
            return new Queue(Math.max(1e-290, none / sum), waiting / sum);
        }
    }

    /** Arrivals at random. */
    record Arrivals(double rate) implements Population {
        @Override
        public int mostBusy(int threads) {
            return threads;
        }

        @Override
        public double coming(int inside) {
            return rate;
        }

        @Override
        public Queue beyond(int threads, double served) {
            double load = rate / served;
            return load < 1 ? new Queue(1 - load, load / (1 - load)) : new Queue(0, Double.POSITIVE_INFINITY);
        }
    }

    /** Requests without end, so that every thread always has one. */
    record Saturating() implements Population {
        @Override
        public int mostBusy(int threads) {
            return threads;
        }

        @Override
        public int leastBusy(int threads) {
            return threads;
        }

        @Override
        public double coming(int inside) {
            return Double.POSITIVE_INFINITY;
        }

        @Override
        public Queue beyond(int threads, double rate) {
            return new Queue(0, Double.POSITIVE_INFINITY);
        }
    }

    /** Returns the population that this load makes; of a ramp, the most users that it has. */
    static Population of(Workload workload) {
        if (workload instanceof Workload.Closed closed) {
            return new Users(closed.users(), closed.think());
        }
        if (workload instanceof Workload.Open open) {
            return new Arrivals(open.rate());
        }
        if (workload instanceof Workload.Ramp ramp) {
            int most = ramp.start();
            for (Workload.Stage stage : ramp.stages()) {
                most = Math.max(most, stage.users());
            }
            return new Users(most, ramp.think());
        }
        return new Saturating();
    }
}
