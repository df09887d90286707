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
import java.util.Arrays;
import java.util.EnumSet;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * Makes a trial of each setting that was compared within the pool. What the service counted is the setting's own; seconds of the load
 * generator and of the probes belong to all: each setting is given its share of them.
 */
final class LimitedTrials {
    /** Blocks of a length that tell what is usual in it. */
    private static final int LEAST_TO_COMPARE = 3;
    /** A difference between them that is harmless, on the log scale. */
    private static final double HARMLESS = 0.03;
    /** The share by which more or fewer may ask than are served: both are weighed, which takes most of it away. */
    private static final double HARMLESS_CROWD = 0.05;
    /** Time outside the pool that is no more than such a part of a hold takes no core from those that hold a connection. */
    private static final double LITTLE = 0.1;
    /** The probability that noise alone is taken for a difference between the two lengths of slices. */
    private static final double BY_CHANCE = 0.005;

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
        if (checked() ? Switchback.equalArmsDiffer(rates.get(0), rates.get(slices.arms() - 1)) : turnsDiffer()) {
            common.add(Flag.EQUAL_ARMS_DIFFER);
        }
        if (lengthsDiffer() || crowdsMove()) {
            common.add(Flag.CARRIED_OVER);
        }
        if (changed) {
            common.add(Flag.CHANGED_FROM_OUTSIDE);
        }
        return IntStream.range(0, plan.trials().size())
                .mapToObj(arm -> new Measured(trial(arm, effective, common), Recording.renumbered(samples)))
                .toList();
    }

    /**
     * Returns whether a setting gave more or less, beside the others, in long slices than in short ones: what a setting leaves behind,
     * such as waiting requests, locks, or what is in caches, counts for the next one where slices are short.
     */
    private boolean lengthsDiffer() {
        List<Boolean> isLong = slices.longBlocks();
        return IntStream.range(0, rates.size()).anyMatch(arm -> {
            double[] inShort = beside(arm, isLong, false);
            double[] inLong = beside(arm, isLong, true);
            return Math.min(inShort.length, inLong.length) >= LEAST_TO_COMPARE
                    && Math.abs(mean(inShort) - mean(inLong)) > HARMLESS
                    && Statistics.differ(inShort, inLong, BY_CHANCE / rates.size());
        });
    }

    /** Returns whether a setting gave more in every other round than in the others, in which nothing but chance may differ (an A/A check). */
    private boolean turnsDiffer() {
        return slices.halved()
                && cells.stream()
                        .map(own -> own.stream().mapToDouble(SliceCell::turns).toArray())
                        .anyMatch(turns -> turns.length >= LEAST_TO_COMPARE
                                && Math.abs(mean(turns)) > HARMLESS
                                && Statistics.differ(turns, new double[turns.length], BY_CHANCE / cells.size()));
    }

    /**
     * Returns whether at one of the settings more or fewer threads asked for a connection than were given one: a crowd grew there that
     * another setting served, so that neither gave what it gives for good. A setting at which one grows gives all that it can; where
     * the next one serves it in what is left out, only that one can err.
     */
    private boolean crowdsMove() {
        boolean servedUncounted = leavesRoundOut();
        return crowds
                && cells.stream().anyMatch(own -> {
                    double[] asked = own.stream()
                            .filter(cell -> cell.seconds() > 0)
                            .mapToDouble(SliceCell::asked)
                            .toArray();
                    return asked.length >= LEAST_TO_COMPARE
                            && (servedUncounted ? -mean(asked) : Math.abs(mean(asked))) > HARMLESS_CROWD
                            && Statistics.differ(asked, new double[asked.length], BY_CHANCE / cells.size());
                });
    }

    /** Returns whether a whole round of users who pause is left out of each slice, and another one is counted: within it they come unevenly. */
    private boolean leavesRoundOut() {
        return !load.think().isZero() && 2 * slices.settling() >= slices.slots();
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    /** Returns ln of a setting's rate over that of all, for the blocks of one length. */
    private double[] beside(int arm, List<Boolean> isLong, boolean wanted) {
        return IntStream.range(0, isLong.size())
                .filter(block -> isLong.get(block) == wanted)
                .boxed()
                .flatMapToDouble(block -> beside(arm, block).stream())
                .toArray();
    }

    /** Returns ln of a setting's rate in a block over that of all; empty where one of them had nothing counted. */
    private OptionalDouble beside(int arm, int block) {
        return rates.stream().allMatch(each -> each.get(block) > 0)
                ? OptionalDouble.of(Math.log(rates.get(arm).get(block))
                        - rates.stream()
                                .mapToDouble(each -> Math.log(each.get(block)))
                                .average()
                                .orElse(0))
                : OptionalDouble.empty();
    }

    private MeasuredTrial trial(int arm, Settings effective, Set<Flag> common) {
        boolean twice = checked() && arm == 0;
        int last = slices.arms() - 1;
        List<Double> own = twice ? Switchback.means(rates.get(0), rates.get(last)) : rates.get(arm);
        var flags = EnumSet.noneOf(Flag.class);
        flags.addAll(common);
        if (!leavesRoundOut() && (!settling.settled(arm) || twice && !settling.settled(last))) {
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
        double[] beside = IntStream.range(0, own.size())
                .boxed()
                .flatMapToDouble(block -> beside(arm, block).stream())
                .toArray();
        if (beside.length < 2) {
            return new Interval(mean, 0, Double.POSITIVE_INFINITY);
        }
        Interval about = Statistics.acrossRuns(beside);
        double half = about.high() - about.mean();
        return new Interval(mean, mean * Math.exp(-half), mean * Math.exp(half));
    }
}
