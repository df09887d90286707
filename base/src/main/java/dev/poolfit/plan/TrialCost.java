package dev.poolfit.plan;

import dev.poolfit.experiment.Load;
import java.time.Duration;

/**
 * The least time that trials of a load take of the budget; more where the service has to get warm or few requests end. A ramp
 * until it breaks takes at most so long.
 *
 * @param lead load before anything can be measured: the stages before the busiest one; none of other loads
 * @param trial one trial with the warm-up before it; greater than 0
 * @param together the trials that follow each other before the lead has to be paid again; at least 1
 */
public record TrialCost(Duration lead, Duration trial, int together) {
    /** The fewest whole seconds that tell anything. */
    public static final int LEAST_SECONDS = 2;
    /** Whole seconds of a busiest stage in which a trial warms up and measures; the one in which it begins does not count. */
    public static final int LEAST_OF_A_STAGE = 1 + (int) WarmUpTime.BETWEEN.toSeconds() + LEAST_SECONDS;

    /**
     * Returns the cost of one trial.
     *
     * @param load as far as it is known before it runs
     * @param measure the measured time where the load does not say it
     */
    public static TrialCost of(Load load, Duration measure) {
        if (load.ramp().isPresent()) {
            return new TrialCost(Duration.ZERO, measure, Integer.MAX_VALUE);
        }
        Duration trial = WarmUpTime.BETWEEN.plus(measure);
        if (!(load.shape() instanceof Load.Stages stages)) {
            return new TrialCost(Duration.ZERO, trial, Integer.MAX_VALUE);
        }
        Duration busiest = stages.busiest().length();
        return trial.compareTo(busiest) < 0
                ? new TrialCost(stages.busiest().start(), trial, (int) busiest.dividedBy(trial))
                : new TrialCost(stages.busiest().start(), busiest, 1);
    }

    /** Returns the time that so many trials take together. */
    public Duration of(int trials) {
        int leads = (int) ((trials + (long) together - 1) / together);
        return lead.multipliedBy(leads).plus(trial.multipliedBy(trials));
    }

    /** Counts the trials that a time pays for. */
    public int paidBy(Duration time) {
        Duration round = lead.plus(trial.multipliedBy(Math.min(together, 1 << 20)));
        long rounds = time.isNegative() ? 0 : time.dividedBy(round);
        Duration left = time.minus(round.multipliedBy(rounds)).minus(lead);
        long more = left.isNegative() ? 0 : left.dividedBy(trial);
        return (int) Math.min(Integer.MAX_VALUE, rounds * Math.min(together, 1 << 20) + more);
    }
}
