package dev.poolfit.evidence;

import java.util.Set;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Ratios where blocks have an effect in common, by their levers, that is 0 or more: what has less of it gives at least what it seems to give
 * without the effect. So that bound needs no estimate of the effect, and is as narrow as if there were none. A part of its level is spent on
 * the effect that was estimated, which tells more where there is much of it. Where the effect is surely below 0 after all, its estimate alone
 * counts.
 *
 * @param <K> the type that names a setting
 */
final class CommonEffect<K> {
    /** The part of the level that is spent on an effect of 0. */
    private static final double AT_LEAST = 0.75;

    private final BlockEffects<K> estimated;
    private final BlockEffects<K> none;

    /** @param none the effects of the same blocks without levers */
    CommonEffect(BlockEffects<K> estimated, BlockEffects<K> none) {
        this.estimated = estimated;
        this.none = none;
    }

    /** Returns the logarithm of the ratio of a setting to the mean of some. */
    double log(K setting, Set<K> others) {
        return log(estimated.common() < 0 && !estimated.isBelow() ? none : estimated, setting, others);
    }

    private static <K> double log(BlockEffects<K> some, K setting, Set<K> others) {
        return some.effect(setting) - some.mean(others);
    }

    /**
     * Returns that ratio with its interval.
     *
     * @param spread of the errors
     * @param chance the probability that the truth lies beyond one of the ends; above 0, below 1
     * @param known the standard error of the logarithm if the effect were known
     * @param error the standard error of the logarithm
     */
    Interval ratio(K setting, Set<K> others, TDistribution spread, double chance, double known, double error) {
        double log = log(setting, others);
        double half = spread.inverseSurvivalProbability(chance) * error;
        double low = log - half;
        double high = log + half;
        double more = estimated.more(setting, others);
        if (more != 0 && !estimated.isBelow()) {
            double fitted = log(estimated, setting, others);
            double plain = log(none, setting, others);
            double wide = spread.inverseSurvivalProbability((1 - AT_LEAST) * chance) * error;
            double narrow = spread.inverseSurvivalProbability(AT_LEAST * chance) * known;
            low = more < 0 ? Math.min(log, Math.max(plain - narrow, fitted - wide)) : low;
            high = more > 0 ? Math.max(log, Math.min(plain + narrow, fitted + wide)) : high;
        }
        return new Interval(Math.exp(log), Math.exp(low), Math.exp(high));
    }
}
