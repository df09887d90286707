package dev.poolfit.verdict;

import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Script;
import dev.poolfit.plan.TrialCost;
import dev.poolfit.units.Durations;
import dev.poolfit.units.Message;
import java.time.Duration;

/**
 * What a budget pays for under a load, looked at before anything runs.
 *
 * <p>A verdict takes the warm-up of a cold service and four trials: the initial settings, the answer twice, the step below
 * it once. Of a ramp until it breaks, three are wanted.
 *
 * @param load as far as it is known before it runs
 */
public record BudgetEstimate(Load load, Duration budget) {
    /** So many ramps give a breaking rate its interval. */
    public static final int RAMPS = 3;

    private static final int TRIALS = 4;
    private static final Duration FIRST_WARM_UP = Duration.ofSeconds(8);
    /** The warm-up takes at most this part of the budget. */
    private static final int PART_FOR_WARM_UP = 6;

    private static final Duration COARSE = Duration.ofMinutes(2);

    private TrialCost trial() {
        return TrialCost.of(load, SearchProblem.confirmLength(load, budget));
    }

    /** How many trials it pays for beside the warm-up. */
    public int trials() {
        return trial().paidBy(budget.minus(warmUp(budget)));
    }

    public boolean enough() {
        return trials() >= needed();
    }

    private int needed() {
        return load.ramp().isPresent() ? RAMPS : TRIALS;
    }

    /** None for ramps, which mostly break before their time and so leave enough for it. */
    private Duration warmUp(Duration whole) {
        if (load.ramp().isPresent()) {
            return Duration.ZERO;
        }
        Duration part = Duration.ofSeconds(whole.toSeconds() / PART_FOR_WARM_UP);
        return part.compareTo(FIRST_WARM_UP) < 0 ? part : FIRST_WARM_UP;
    }

    /** A round budget that is enough where this one is not. */
    private Duration enoughBudget() {
        Duration trials = trial().of(needed());
        Duration needed = trials.plus(warmUp(trials.multipliedBy(2)));
        long step = needed.compareTo(COARSE) < 0 ? 10 : 60;
        return Duration.ofSeconds(needed.plusSeconds(step).minusNanos(1).toSeconds() / step * step);
    }

    /** Such as {@code one trial of this load takes at least 7s; the budget of 5m pays for 41}. */
    public Message sentence() {
        TrialCost trial = trial();
        String all = Durations.format(trial.of(1));
        String whole = Durations.format(budget);
        if (load.ramp().isPresent()) {
            return Message.of("cost.ramp", all, whole, trials());
        }
        return load.shape() instanceof Load.Stages
                ? Message.of("cost.stages", all, Durations.format(trial.lead()), whole, trials())
                : Message.of("cost.trial", all, whole, trials());
    }

    /** What the budget must be, why, and what to do; where it is not enough. */
    public Message shortfall() {
        return Message.of(
                "cost.shortfall",
                Durations.format(enoughBudget()),
                Durations.format(budget),
                sentence(),
                needed(),
                remedy());
    }

    private Message remedy() {
        if (load.ramp().isPresent()) {
            return Message.of("cost.shorten", "load.ramp-until.over");
        }
        if (!(load.shape() instanceof Load.Stages)) {
            return Message.verbatim("");
        }
        return load.script().filter(Script.K6.class::isInstance).isPresent()
                ? Message.of("cost.shorten-script")
                : Message.of("cost.shorten", "load.stages");
    }
}
