package dev.poolfit.verdict.comparison;

import dev.poolfit.evidence.BlockComparison;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Periods;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Switching;
import dev.poolfit.verdict.reason.Condition;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Decides from the trials so far whether settings can be compared by switching, and how long each has to hold. A period is
 * longer than a user's way from one request to the next and than what a switch leaves behind, and otherwise as long as the
 * noise that was seen makes comparisons soonest certain ({@link PeriodNoise}).
 */
public final class Switchability {
    /** The seconds of a period as long as it is not known how soon throughput follows a switch. */
    private static final double USUAL_SECONDS = 2;

    private static final double SHORTEST_SECONDS = 1;
    private static final double LONGEST_SECONDS = 4;
    /** Blocks that tell how soon throughput follows a switch, and what its noise is. */
    public static final int ENOUGH_BLOCKS = 8;
    /** Blocks that tell that hardly anything drifts: so few of a long period are a risk, and it gains little. */
    private static final int MANY_BLOCKS = 16;
    /** The share of a period that a response and the think time may take together in the mean. */
    private static final double CYCLE = 0.5;
    /** A user's way from one request to the next that no period is long enough for. */
    public static final double LONGEST_CYCLE_SECONDS = CYCLE * LONGEST_SECONDS;
    /** The share of a period that may be left out after each switch as long as its noise is not known. */
    private static final double SETTLING = 0.35;
    /** The largest share of a period that is ever left out. */
    private static final double MOST_SETTLING = 0.5;
    /** The time that each setting has in a block at least where they are switched within the pool: in slices, so that none has to be long. */
    private static final double LIMITED_SECONDS = 0.5;

    private static final double LONGEST_LIMITED_SECONDS = 8;
    private static final double SHORTEST_SLICE_SECONDS = 0.1;
    /** A slice lasts so many times as long as a switch takes to show. */
    private static final int SETTLED = 3;
    /** The multiple of its length that a slice may grow by to last for whole rounds of users who do not pause. */
    private static final double MOST_GROWN = 2;
    /** The time that a switch takes by itself. */
    private static final double SWITCH_SECONDS = 0.015;
    /** The holds after which hardly any is left that began under the setting before. */
    private static final int HOLDS = 3;

    private final List<Trial> trials;
    private final Duration think;
    private final SwitchingMethod method;
    private final TooQuick tooQuick;
    private final boolean longSlices;

    /**
     * @param trials judged by {@link dev.poolfit.evidence.TrialJudge#CARRY_OVER}
     * @param think the pause of each user between two requests: what a switch sets off comes back as often as a user does
     */
    public Switchability(JudgedTrials trials, Duration think, SwitchingMethod method) {
        this(trials.trials(), think, method, false);
    }

    private Switchability(List<Trial> trials, Duration think, SwitchingMethod method, boolean longSlices) {
        this.trials = trials;
        tooQuick = new TooQuick(trials);
        this.think = think;
        this.method = method;
        this.longSlices = longSlices;
    }

    /** Returns the same with long slices within the pool, where it is time to hold short ones against them. */
    public Optional<Switchability> longer() {
        return method == SwitchingMethod.WITHIN_POOL && !longSlices && new SliceLengths(trials).longAreDue()
                ? Optional.of(withLongSlices())
                : Optional.empty();
    }

    /** Returns the same for some settings: with long slices within the pool where these tell more. */
    public Switchability longerFor(List<Settings> settings) {
        return method == SwitchingMethod.WITHIN_POOL && new SliceLengths(trials).longTellMore(settings)
                ? withLongSlices()
                : this;
    }

    private Switchability withLongSlices() {
        return new Switchability(trials, think, method, true);
    }

    /** Returns whether nothing speaks against switching yet. */
    public boolean unspoilt() {
        return against().isEmpty() && !carriedOver();
    }

    /** Returns whether a comparison does not count because of what a setting left behind. */
    public boolean carriedOver() {
        return tooQuick.any();
    }

    /** Returns the reason why settings cannot be compared by switching; empty as long as they can. */
    public Optional<Condition> against() {
        if (method == SwitchingMethod.RESIZED && cycle() > LONGEST_CYCLE_SECONDS) {
            return Optional.of(new Condition.LongCycle(1000 * cycle()));
        }
        if (compared()) {
            return Optional.empty();
        }
        for (Flag flag : List.of(Flag.CARRIED_OVER, Flag.EQUAL_ARMS_DIFFER)) {
            long loads = loads(trial -> trial.flags().contains(flag)).distinct().count();
            if (loads >= method.mostSpoilt()) {
                return Optional.of(new Condition.WithoutSwitching(flag));
            }
        }
        return Optional.empty();
    }

    /** Returns whether one load compared two settings; later ones do not change what it told. */
    private boolean compared() {
        return loads(Trial::valid).collect(Collectors.groupingBy(load -> load, Collectors.counting())).values().stream()
                .anyMatch(settings -> settings > 1);
    }

    private Stream<Integer> loads(Predicate<Trial> which) {
        return trials.stream()
                .filter(which)
                .flatMap(trial -> trial.periods().stream())
                .map(Periods::load);
    }

    /** Returns the time that a setting is to hold in a block, for a full comparison. */
    public Duration period(Duration left) {
        return period(left, 1);
    }

    /**
     * Returns the time that a setting is to hold in a block: whole seconds, unless settings are switched within the pool. There it is as
     * long as the settings need that differ most; {@link #switching} knows which ones are compared.
     *
     * @param left the time for comparisons; where it does not pay for one of two settings, periods are shorter, as far as they
     *     may be
     * @param share of what the fewest blocks tell that is wanted, 0 to 1: what differs much is told by shorter periods, too
     */
    public Duration period(Duration left, double share) {
        if (method == SwitchingMethod.WITHIN_POOL) {
            return seconds(Math.max(LIMITED_SECONDS, slice(longestSettling())));
        }
        double settling = trials.stream()
                .filter(trial -> trial.periods().isPresent())
                .mapToDouble(trial -> trial.span().warmSeconds()
                        / trial.periods().get().rates().size())
                .max()
                .orElse(SETTLING * USUAL_SECONDS);
        Optional<PeriodNoise> noise = PeriodNoise.of(trials, ENOUGH_BLOCKS);
        double least = Math.max(
                cycle() / CYCLE,
                noise.isPresent() ? settling / MOST_SETTLING : Math.max(settling / SETTLING, USUAL_SECONDS));
        int shortest = (int) Math.ceil(Math.max(
                SHORTEST_SECONDS, Math.min(LONGEST_SECONDS, Math.max(least, 1 + tooQuick.longestPeriod()))));
        long payable = left.toSeconds() / (2 * BlockComparison.LEAST_BLOCKS);
        boolean sure = noise.filter(each -> each.blocks() >= MANY_BLOCKS).isPresent();
        int longest = (int) Math.max(shortest, Math.min(sure ? LONGEST_SECONDS : USUAL_SECONDS, payable));
        int best = noise.stream()
                .flatMap(each -> IntStream.rangeClosed(shortest, longest)
                        .boxed()
                        .min(Comparator.comparingDouble(period -> each.ofSecond(period, settling)))
                        .stream())
                .findFirst()
                .orElse(shortest);
        return Duration.ofSeconds(Math.max(shortest, (int) Math.ceil(share * best)));
    }

    /** Returns the time that each of some settings is to hold in a block: within the pool whole slices, as many in each half of it. */
    public Duration period(List<Settings> settings, Duration planned) {
        if (method == SwitchingMethod.RESIZED) {
            return planned;
        }
        double slice = slice(settling(settings));
        return seconds(slice >= LIMITED_SECONDS ? slice : 2 * slice * Math.ceil(LIMITED_SECONDS / 2 / slice));
    }

    /** Returns whole milliseconds, so many at least; sums of decimal fractions are a little off. */
    private static Duration seconds(double seconds) {
        return Duration.ofMillis((long) Math.ceil(1000 * seconds - 1e-6));
    }

    /**
     * Returns the seconds of a slice. Users who came together come back together, after a response and a pause, so that a part of a round
     * has more of them than another, whatever its setting; and how many come back hangs on the setting that they were answered at. So where users
     * pause, a slice lasts for two rounds or more, of which the first half is left out. In a simulation of 140 users who pause for 1 s, pool 5 gives 92.5 %
     * of pool 10 so (92.9 % is right), with slices of one round 96.8 %, with short ones 83 to 89 %. Where users do not pause, a slice lasts for whole
     * responses, unless it is much shorter than one: a service that computes mixes them.
     *
     * @param settling by {@link #settling}
     */
    private double slice(double settling) {
        if (pauses()) {
            return 2 * rounds(settling);
        }
        double shortest = longSlices ? SliceLengths.LONG_SECONDS : SHORTEST_SLICE_SECONDS;
        double slice = Math.min(LONGEST_LIMITED_SECONDS, Math.max(shortest, SETTLED * settling));
        double whole = rounds(slice);
        return whole <= MOST_GROWN * slice ? whole : slice;
    }

    /** Returns so many seconds or a little more, for whole rounds of a user; a millisecond more is no other round. */
    private double rounds(double seconds) {
        double round = cycle();
        return round > 0 ? round * Math.max(1, Math.ceil((seconds - 0.001) / round - 1e-9)) : seconds;
    }

    /** Returns whether users pause for half of a round or more, which is short enough for two of them to make a slice. */
    private boolean pauses() {
        double round = cycle();
        return think.toMillis() / 1000.0 >= round / 2
                && round > 0
                && 2 * rounds(longestSettling()) <= LONGEST_LIMITED_SECONDS;
    }

    /**
     * Returns how settings are switched.
     *
     * @param period by {@link #period(List, Duration)}
     */
    public Switching switching(List<Settings> settings, int blocks, Duration period, long seed, boolean checked) {
        return new Switching(
                blocks,
                period,
                method == SwitchingMethod.WITHIN_POOL ? Optional.of(slices(settings)) : Optional.empty(),
                seed,
                checked);
    }

    private Switching.Slices slices(List<Settings> settings) {
        double settling = settling(settings);
        return new Switching.Slices(seconds(settling), seconds(slice(settling)));
    }

    /**
     * Seconds until a switch within the pool has reached what is under way: a few holds. A hold that spans a switch counts by the time
     * that it has in each slice, though it may go on faster in one of them; so slices are long beside holds. No longer than half
     * a response, after which half of all requests are new.
     */
    private double settling(List<Settings> settings) {
        boolean sameThreads = settings.stream()
                        .map(each -> each.restrictedTo(Set.of(Knob.THREADS)))
                        .distinct()
                        .count()
                <= 1;
        double longer = tooQuick.longer(settings);
        double most = longer * (SWITCH_SECONDS + response() / 2);
        double least = sameThreads ? Math.min(most, longer * (SWITCH_SECONDS + HOLDS * longestHold(settings))) : most;
        return seconds(pauses() ? rounds(least) : least).toMillis() / 1000.0;
    }

    /** Seconds that a connection is held for if all of the largest pool are in use, at the rate of the last trial (Little's law). */
    private double longestHold(List<Settings> settings) {
        double rate = trials.isEmpty() ? 0 : borrowed(trials.get(trials.size() - 1));
        int largest =
                settings.stream().mapToInt(each -> each.pool().orElse(0)).max().orElse(0);
        return rate > 0 ? largest / rate : Double.POSITIVE_INFINITY;
    }

    private static double borrowed(Trial trial) {
        return trial.mean(Metric.ACQUISITIONS).orElse(trial.throughput().mean());
    }

    /** The same for whatever may be compared. */
    private double longestSettling() {
        return tooQuick.longer(List.of()) * (SWITCH_SECONDS + response() / 2);
    }

    /** Seconds of a response, at the setting that answers soonest. */
    private double response() {
        return cycle() - think.toMillis() / 1000.0;
    }

    /** Seconds from request to request of a user, at the setting that answers soonest: a queue before a pool follows the setting. */
    private double cycle() {
        boolean someCount = trials.stream().anyMatch(Trial::valid);
        return think.toMillis() / 1000.0
                + trials.stream()
                                .filter(trial -> trial.valid() || !someCount)
                                .mapToDouble(trial -> trial.responses().meanMs())
                                .min()
                                .orElse(0)
                        / 1000;
    }
}
