package dev.poolfit.verdict;

import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.LoadEnd;
import dev.poolfit.experiment.Script;
import dev.poolfit.plan.TrialCost;
import dev.poolfit.plan.WarmUpTime;
import dev.poolfit.units.Durations;
import dev.poolfit.units.Message;
import java.time.Duration;
import java.util.Optional;

/**
 * Estimates, before anything runs, what a budget pays for under a load.
 *
 * <p>A verdict takes the warm-up of a cold service and four trials: the initial settings, the answer twice, the step below it
 * once. A ramp until it breaks wants three.
 *
 * @param load the load, as far as it is known before it runs
 * @param end its own end, as far as that is known
 */
public record BudgetEstimate(Load load, Duration budget, Optional<LoadEnd> end) {
    /** The number of ramps that give a breaking rate its interval. */
    public static final int RAMPS = 3;

    private static final int TRIALS = 4;
    private static final Duration COARSE = Duration.ofMinutes(2);

    /** The estimate for a load that goes on until it is ended. */
    public BudgetEstimate(Load load, Duration budget) {
        this(load, budget, Optional.empty());
    }

    private TrialCost trial() {
        return TrialCost.of(load, SearchProblem.confirmLength(load, budget));
    }

    /** Counts the trials that the budget pays for beside the warm-up. */
    public int trials() {
        return trial().paidBy(budget.minus(warmUp(budget)));
    }

    public boolean enough() {
        return trials() >= needed();
    }

    private int needed() {
        return load.ramp().isPresent() ? RAMPS : TRIALS;
    }

    /** Returns no warm-up for ramps, which mostly break before their time and so leave enough for it. */
    private Duration warmUp(Duration whole) {
        return load.ramp().isPresent() ? Duration.ZERO : WarmUpTime.reckoned(whole);
    }

    /** Returns a round budget that is enough where this one is not. */
    private Duration enoughBudget() {
        Duration trials = trial().of(needed());
        Duration needed = trials.plus(warmUp(trials.multipliedBy(2)));
        long step = needed.compareTo(COARSE) < 0 ? 10 : 60;
        return Duration.ofSeconds(needed.plusSeconds(step).minusNanos(1).toSeconds() / step * step);
    }

    /** Returns the sentence on stages of which the busiest is too short to be measured, with what to do; else empty. */
    public Optional<Message> tooBrief() {
        if (!(load.shape() instanceof Load.Stages stages)
                || stages.busiest().wholeSeconds() >= TrialCost.LEAST_OF_A_STAGE) {
            return Optional.empty();
        }
        Load.Span busiest = stages.busiest();
        return Optional.of(Message.of(
                "cost.brief",
                TrialCost.LEAST_OF_A_STAGE,
                busiest.wholeSeconds(),
                Durations.format(busiest.start()),
                Durations.format(busiest.end()),
                isK6()
                        ? Message.of("cost.lengthen-script")
                        : Message.of(
                                "cost.lengthen",
                                "{for: " + 2 * TrialCost.LEAST_OF_A_STAGE + "s, users: " + stages.peak() + "}")));
    }

    private boolean isK6() {
        return load.script().filter(Script.K6.class::isInstance).isPresent();
    }

    /** Returns {@code one trial of this load takes at least 7s; after 8s of warm-up, the budget of 5m pays for 41}. */
    public Message sentence() {
        TrialCost trial = trial();
        String one = Durations.format(trial.trial());
        String whole = Durations.format(budget);
        if (load.ramp().isPresent()) {
            return Message.of("cost.ramp", one, whole, trials());
        }
        String warming = Durations.format(warmUp(budget));
        return load.shape() instanceof Load.Stages
                ? Message.of(
                        "cost.stages",
                        Durations.format(trial.lead()),
                        one,
                        trial.together(),
                        whole,
                        trials(),
                        sum(trial, warming))
                : Message.of("cost.trial", one, warming, whole, trials());
    }

    /** Returns the sum of the trials' times, such as {@code 8s + 2 × 1m 50s + 6 × 7s = 4m 30s}. */
    private String sum(TrialCost trial, String warming) {
        int trials = Math.max(1, trials());
        Duration all = trial.of(trials);
        long leads = trial.lead().isZero()
                ? 0
                : all.minus(trial.trial().multipliedBy(trials)).dividedBy(trial.lead());
        return warming + (leads == 0 ? "" : " + " + leads + " × " + Durations.format(trial.lead())) + " + " + trials
                + " × " + Durations.format(trial.trial()) + " = " + Durations.format(all.plus(warmUp(budget)));
    }

    /** Warns of a load that may be over before a trial is, and tells what to do; empty where it goes on for long enough. */
    public Optional<Message> endsEarly() {
        Duration wanted = trial().of(1);
        return end.filter(each -> each.mayComeBefore(wanted))
                .map(each -> Message.of("cost.ends", words(each), Durations.format(wanted), mend(each)));
    }

    private static Message words(LoadEnd end) {
        String latest = end.latest().map(Durations::format).orElse("");
        if (end.cause() == LoadEnd.Cause.TIME) {
            return Message.verbatim(latest);
        }
        String key = switch (end.cause()) {
            case REQUESTS -> "cost.ends.requests";
            case ROWS -> "cost.ends.rows";
            default -> "cost.ends.iterations";
        };
        Message count = Message.of(key, end.count());
        return latest.isEmpty() ? count : Message.of("cost.ends.latest", count, latest);
    }

    private Message mend(LoadEnd end) {
        return Message.of(
                isK6()
                        ? end.cause() == LoadEnd.Cause.TIME ? "cost.mend.longer" : "cost.mend.duration"
                        : end.cause() == LoadEnd.Cause.ROWS ? "cost.mend.recycle" : "cost.mend.forever");
    }

    /** Tells the time of a trial, or that the load ends before; a whole sentence. */
    public Message said() {
        return endsEarly().orElseGet(() -> Message.of("cost.said", sentence()));
    }

    /** Tells the budget that is needed, why, and what to do; for a budget that is not enough. */
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
        return isK6() ? Message.of("cost.shorten-script") : Message.of("cost.shorten", "load.stages");
    }
}
