package dev.poolfit.trial;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.MeasuredTrial;
import dev.poolfit.evidence.Periods;
import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.TrialPlan;
import java.time.Instant;
import java.util.EnumSet;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * Makes a trial of each setting that was compared within the pool. What the service counted is the setting's own; seconds of the load
 * generator and of the probes belong to all: each setting is given its share of them.
 */
final class LimitedTrials {
    /** Time outside the pool that is no more than such a part of a hold takes no core from those that hold a connection. */
    private static final double LITTLE = 0.1;

    private final Load load;
    private final BiFunction<PlannedTrial, Settings, Settings> reported;
    private final TrialPlan plan;
    private final int number;
    private final Instant started;
    private final SliceCounts slices;
    private final List<ClientSecond> client;
    private final List<Sample> samples;
    private final boolean crowds;
    private final SliceSums sums;
    private final Settling settling;
    private final List<List<SliceCell>> cells;
    private final List<List<Double>> rates;
    private final SliceChecks checks;

    /**
     * @param slices of which one block or more has ended
     * @param client the seconds of the comparison as the load generator saw them
     * @param samples the same seconds with what the probes read
     */
    LimitedTrials(
            Load load,
            BiFunction<PlannedTrial, Settings, Settings> reported,
            TrialPlan plan,
            int number,
            Instant started,
            SliceCounts slices,
            List<ClientSecond> client,
            List<Sample> samples) {
        this.load = load;
        this.reported = reported;
        this.plan = plan;
        this.number = number;
        this.started = started;
        this.slices = slices;
        this.client = client;
        this.samples = samples;
        double requests = requestsPerHold();
        crowds = crowdsMatter(requests);
        sums = new SliceSums(slices, crowds);
        settling = new Settling(
                Settling.beside(IntStream.range(0, slices.arms())
                        .mapToObj(sums::profile)
                        .toList()),
                sums.beforeTail(),
                Math.max(0, slices.settling() - Settling.LEAST));
        cells = IntStream.range(0, slices.arms())
                .mapToObj(arm -> sums.cells(arm, settling.discarded()))
                .toList();
        rates = cells.stream()
                .map(own -> own.stream().map(cell -> cell.rate() * requests).toList())
                .toList();
        checks = new SliceChecks(
                slices, pools(), cells, rates, crowds, !load.think().isZero());
    }

    /** Returns the good responses for each connection that was handed out, over the whole comparison. */
    private double requestsPerHold() {
        double good = client.stream().mapToLong(ClientSecond::good).sum();
        double borrowed = slices.borrowedASecond() * client.size();
        return borrowed > 0 ? good / borrowed : 1;
    }

    /**
     * Returns whether it matters how many ask for a connection at once. It does not where requests spend hardly any time but waiting for one and holding
     * it, and where more wait at each size than a switch can bring or take away: the pool then always has whom to serve.
     */
    private boolean crowdsMatter(double requests) {
        IntSummaryStatistics pools = plan.trials().stream()
                .mapToInt(each -> each.settings().pool().orElse(0))
                .summaryStatistics();
        double fewest = IntStream.range(0, slices.arms())
                .mapToDouble(slices::waiting)
                .min()
                .orElse(0);
        return fewest <= pools.getMax() - pools.getMin() || worksOutside(requests);
    }

    private boolean worksOutside(double requests) {
        long responses = client.stream()
                .mapToLong(each -> each.latency().getTotalCount())
                .sum();
        double micros = client.stream()
                .mapToDouble(each -> each.latency().getMean() * each.latency().getTotalCount())
                .sum();
        if (responses == 0) {
            return true;
        }
        double heldMs = slices.aHold(SliceCounts.Sum.HELD_MS);
        double inside = heldMs + slices.aHold(SliceCounts.Sum.WAITED_MS);
        return micros / 1000 / responses * requests - inside > LITTLE * heldMs;
    }

    /** Returns the connections that each setting allows, the first once more for its second place. */
    private List<Integer> pools() {
        return IntStream.range(0, slices.arms())
                .mapToObj(arm -> plan.trials().get(arm % plan.trials().size()))
                .map(trial -> trial.settings().pool().orElse(Integer.MAX_VALUE))
                .toList();
    }

    private boolean checked() {
        return slices.arms() > plan.trials().size();
    }

    /**
     * Returns one trial for each setting of the plan, in its order.
     *
     * @param effective settings of the service meanwhile, the largest of all
     * @param changed whether somebody else changed them
     */
    List<Measured> measured(Settings effective, boolean changed) {
        EnumSet<Flag> common = EnumSet.noneOf(Flag.class);
        if (checked() ? Switchback.equalArmsDiffer(rates.get(0), rates.get(slices.arms() - 1)) : checks.turnsDiffer()) {
            common.add(Flag.EQUAL_ARMS_DIFFER);
        }
        if (checks.carriedOver()) {
            common.add(Flag.CARRIED_OVER);
        }
        if (changed) {
            common.add(Flag.CHANGED_FROM_OUTSIDE);
        }
        return IntStream.range(0, plan.trials().size())
                .mapToObj(arm -> new Measured(trial(arm, effective, common), Recording.renumbered(samples)))
                .toList();
    }

    private MeasuredTrial trial(int arm, Settings effective, Set<Flag> common) {
        boolean twice = checked() && arm == 0;
        int last = slices.arms() - 1;
        List<Double> own = twice ? Switchback.means(rates.get(0), rates.get(last)) : rates.get(arm);
        var flags = EnumSet.noneOf(Flag.class);
        flags.addAll(common);
        if (!checks.crowdServedUncounted() && (!settling.settled(arm) || twice && !settling.settled(last))) {
            flags.add(Flag.CARRIED_OVER);
        }
        if (cells.get(arm).stream().allMatch(cell -> cell.seconds() == 0)) {
            flags.add(Flag.TOO_FEW_REQUESTS);
        }
        if (checks.exceeded(arm) || twice && checks.exceeded(last)) {
            flags.add(Flag.CARRIED_OVER);
        }
        PlannedTrial planned = plan.trials().get(arm);
        Settings settings = effective.with(planned.settings().restrictedTo(Set.of(Knob.POOL, Knob.THREADS)));
        double rate = mean(own);
        double all = rates.stream().mapToDouble(LimitedTrials::mean).average().orElse(0);
        List<Sample> read = samples.stream()
                .map(sample -> ArmSamples.of(sample, settings, cells.get(arm), rate, all > 0 ? rate / all : 1))
                .toList();
        List<ClientSecond> seen = IntStream.range(0, client.size())
                .filter(second -> second % plan.trials().size() == arm)
                .mapToObj(client::get)
                // A request that waited in vain did so in the slices of all settings: it says nothing of one of them.
                .map(ClientSecond::withoutFailures)
                .toList();
        double held = slices.seconds() / slices.arms();
        List<Double> trends =
                slices.halved() ? cells.get(arm).stream().map(SliceCell::trend).toList() : List.of();
        return new Summary(load, reported.apply(planned, settings), seen, read)
                .switched(
                        planned,
                        number + arm,
                        started,
                        interval(arm, own),
                        new Periods(number, own, trends),
                        held,
                        held * (settling.discarded() + sums.tail(arm)) / slices.slots(),
                        flags);
    }

    /** Returns the mean over the blocks in which something was counted; 0 where there is none. */
    private static double mean(List<Double> rates) {
        return rates.stream()
                .mapToDouble(Double::doubleValue)
                .filter(rate -> rate > 0)
                .average()
                .orElse(0);
    }

    /**
     * Returns the rate with its interval beside the other settings: by the noise that a block's rates have about their mean. What the
     * service and its machine did from block to block is in the rates of all settings alike.
     */
    private Interval interval(int arm, List<Double> own) {
        double mean = mean(own);
        double[] beside = checks.beside(arm);
        if (beside.length < 2) {
            return new Interval(mean, 0, Double.POSITIVE_INFINITY);
        }
        Interval about = Statistics.acrossRuns(beside);
        double half = about.high() - about.mean();
        return new Interval(mean, mean * Math.exp(-half), mean * Math.exp(half));
    }
}
