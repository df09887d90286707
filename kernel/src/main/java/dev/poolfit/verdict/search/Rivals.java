package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Interval.Side;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.forecast.Candidates;
import dev.poolfit.verdict.setting.SettingStatistics;
import dev.poolfit.verdict.setting.Target;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Settings that an answer of the model has to stand against where the highest throughput is wanted, for reasons that are
 * in no term of the model.
 */
final class Rivals {
    /** Between neighbours of which the model is not taken at its word. */
    static final int WIDE_GAP = 8;
    /** Beside one size alone: so many times smaller. */
    static final int CONTRAST = 3;
    /** A rival that is larger is so many times larger at least. */
    static final int FAR = 2;

    /** As far off as a model may lie before it does not explain a setting. */
    private static final double LOOKS_BETTER = 0.05;

    private final SettingStatistics statistics;
    private final Candidates candidates;

    Rivals(SettingStatistics statistics, Candidates candidates) {
        this.statistics = statistics;
        this.candidates = candidates;
    }

    /**
     * A third of the pool, where every trial so far had the same one: from one size alone nobody can tell a delay that each
     * connection waits for from contention that makes it wait, and only the one wants many connections.
     */
    Optional<Settings> contrast(Settings answer) {
        return statistics.settings().map(Settings::pool).distinct().count() == 1
                ? candidates.poolUpTo(answer.pool().orElse(0) / CONTRAST).map(pool -> answer.with(Knob.POOL, pool))
                : Optional.empty();
    }

    /**
     * The middle between the answer and the next larger pool that was tried, where that is many times as large. What more
     * at once spares, such as commits that share a flush of the disk, is in no term of the model, so its word that nothing
     * is gained there is not taken untried.
     */
    Optional<Settings> gap(Settings answer) {
        OptionalInt larger = larger(answer)
                .mapToInt(each -> each.settings().pool().orElseThrow())
                .min();
        return larger.isPresent()
                        && larger.getAsInt() >= WIDE_GAP * answer.pool().orElseThrow()
                ? candidates.between(answer, larger.getAsInt())
                : Optional.empty();
    }

    /** A smaller pool, or twice the pool and more, that looked better the one time it was tried. */
    Optional<Settings> rival(Settings answer) {
        int pool = answer.pool().orElse(Integer.MAX_VALUE);
        return statistics
                .performance(answer)
                .flatMap(mine -> best(others(answer)
                        .filter(each -> {
                            int other = each.settings().pool().orElse(0);
                            return other < pool || other >= FAR * pool;
                        })
                        .filter(each -> each.trials() == 1
                                && each.throughput().mean()
                                        > (1 + LOOKS_BETTER) * mine.throughput().mean())));
    }

    /**
     * A larger pool that gave more than the answer beyond noise and indifference, whatever the model says.
     *
     * @param least how often both must have been run
     * @param noise standard deviation between runs, as a share of the throughput
     */
    Optional<Settings> better(Settings answer, int least, double noise) {
        return statistics
                .performance(answer)
                .flatMap(mine -> best(larger(answer)
                        .filter(each -> Math.min(each.trials(), mine.trials()) >= least)
                        .filter(each -> Math.log(each.throughput().mean()
                                        / mine.throughput().mean())
                                > Math.log1p(Target.INDIFFERENCE)
                                        + Statistics.Z
                                                * noise
                                                * Math.sqrt(1.0 / each.trials() + 1.0 / mine.trials()))));
    }

    /**
     * A setting beside which the answer is worse by more than the margin, by the whole interval of their ratio: what was measured
     * stands above what is predicted.
     */
    Optional<Settings> outdoing(Settings answer, double margin) {
        return statistics
                .performance(answer)
                .flatMap(mine -> best(others(answer)
                        .filter(each -> each.throughput().mean() > 0)
                        .filter(each ->
                                mine.throughput().over(each.throughput()).against(1 - margin) == Side.BELOW)));
    }

    private Stream<Performance> others(Settings answer) {
        return statistics.performances().stream()
                .filter(each -> !each.settings().equals(answer));
    }

    private Stream<Performance> larger(Settings answer) {
        int pool = answer.pool().orElse(Integer.MAX_VALUE);
        return statistics.performances().stream()
                .filter(each -> each.settings().pool().orElse(0) > pool);
    }

    private static Optional<Settings> best(Stream<Performance> performances) {
        return performances
                .max(Comparator.comparingDouble(each -> each.throughput().mean()))
                .map(Performance::settings);
    }
}
