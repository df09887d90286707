package dev.poolfit.verdict.comparison;

import dev.poolfit.evidence.BlockComparison;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.evidence.Periods;
import dev.poolfit.evidence.Trial;
import dev.poolfit.plan.Switching;
import dev.poolfit.verdict.reason.Condition;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
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
    /**
     * The share of a block that each setting has where they are switched within the pool: in slices, so that none has to be long, unless
     * a response takes much of it.
     */
    private static final double LIMITED_SECONDS = 0.5;

    private static final double LONGEST_LIMITED_SECONDS = 8;
    /** The time that a switch takes beside half a response. */
    private static final double SWITCH_SECONDS = 0.015;

    private final List<Trial> trials;
    private final Duration think;
    private final SwitchingMethod method;

    /**
     * @param trials judged by {@link dev.poolfit.evidence.TrialJudge#CARRY_OVER}
     * @param think the pause of each user between two requests: what a switch sets off comes back as often as a user does
     */
    public Switchability(JudgedTrials trials, Duration think, SwitchingMethod method) {
        this.trials = trials.trials();
        this.think = think;
        this.method = method;
    }

    /** Returns whether nothing speaks against switching yet. */
    public boolean unspoilt() {
        return against().isEmpty() && !carriedOver();
    }

    /** Returns whether a comparison does not count because of what a setting left behind. */
    public boolean carriedOver() {
        return trials.stream().anyMatch(trial -> trial.flags().contains(Flag.CARRIED_OVER));
    }

    /** Returns the longest period that was not long enough, in seconds; 0 where there is none. */
    private double spoilt() {
        return trials.stream()
                .filter(trial -> trial.flags().contains(Flag.CARRIED_OVER))
                .filter(trial -> trial.periods().isPresent())
                .mapToDouble(trial -> (trial.span().warmSeconds() + trial.span().measuredSeconds())
                        / trial.periods().get().rates().size())
                .max()
                .orElse(0);
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
     * Returns the time that a setting is to hold in a block: whole seconds, unless settings are switched within the pool.
     *
     * @param left the time for comparisons; where it does not pay for one of two settings, periods are shorter, as far as they
     *     may be
     * @param share of what the fewest blocks tell that is wanted, 0 to 1: what differs much is told by shorter periods, too
     */
    public Duration period(Duration left, double share) {
        if (method == SwitchingMethod.WITHIN_POOL) {
            double slice = Math.min(LONGEST_LIMITED_SECONDS, Math.max(Switching.SETTLED * settling(), 2 * spoilt()));
            double period = slice * Math.ceil(LIMITED_SECONDS / slice);
            return Duration.ofMillis(10 * (long) Math.ceil(100 * period));
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
        int shortest =
                (int) Math.ceil(Math.max(SHORTEST_SECONDS, Math.min(LONGEST_SECONDS, Math.max(least, 1 + spoilt()))));
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

    /** Returns how settings are switched, in so many blocks. */
    public Switching switching(int blocks, Duration period, long seed, boolean checked) {
        return new Switching(
                blocks,
                period,
                method == SwitchingMethod.WITHIN_POOL
                        ? Optional.of(Duration.ofNanos((long) (1e9 * settling())))
                        : Optional.empty(),
                seed,
                checked);
    }

    /** Seconds until a switch within the pool has reached what is under way: half a response in the mean. */
    private double settling() {
        return SWITCH_SECONDS + response() / 2;
    }

    /** Seconds of a response, at the setting that answers soonest. */
    private double response() {
        return cycle() - think.toMillis() / 1000.0;
    }

    /** Seconds from request to request of a user, at the setting that answers soonest: a queue before a pool follows the setting. */
    private double cycle() {
        return think.toMillis() / 1000.0
                + trials.stream()
                                .filter(Trial::valid)
                                .mapToDouble(trial -> trial.responses().meanMs())
                                .min()
                                .orElse(0)
                        / 1000;
    }
}
