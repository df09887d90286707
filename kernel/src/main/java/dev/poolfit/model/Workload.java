package dev.poolfit.model;

import java.util.List;

/** The source of requests. */
public sealed interface Workload {
    /**
     * Users who each wait for their answer, think, and ask again.
     *
     * @param users at least 1
     * @param think seconds between an answer and the next request; at least 0
     */
    record Closed(int users, double think) implements Workload {
        public Closed {
            Checks.atLeast("users", 1, users);
            Checks.atLeast("think", 0, think);
        }
    }

    /**
     * Requests that come at random (a Poisson process), answered or not.
     *
     * @param rate requests a second; greater than 0
     */
    record Open(double rate) implements Workload {
        public Open {
            Checks.atLeast("rate", Double.MIN_VALUE, rate);
        }
    }

    /**
     * Users whose number rises and falls in straight lines, as k6's ramping-vus executor does it.
     *
     * @param start users at first; at least 0
     * @param stages one after another; at least one
     * @param think seconds between an answer and the next request; at least 0
     */
    record Ramp(int start, List<Stage> stages, double think) implements Workload {
        public Ramp {
            stages = List.copyOf(stages);
            Checks.atLeast("start", 0, start);
            Checks.atLeast("stages", 1, stages.size());
            Checks.atLeast("think", 0, think);
        }

        /** Returns the seconds of all stages. */
        public double seconds() {
            return stages.stream().mapToDouble(Stage::seconds).sum();
        }
    }

    /**
     * A part of a ramp.
     *
     * @param seconds its length; greater than 0
     * @param users the users at its end; at least 0
     */
    record Stage(double seconds, int users) {
        public Stage {
            Checks.atLeast("seconds", Double.MIN_VALUE, seconds);
            Checks.atLeast("users", 0, users);
        }
    }

    /** Requests without end, so that every worker thread always has one. */
    record Saturating() implements Workload {}
}
