package dev.poolfit.verdict.search;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.comparison.Bracket;
import dev.poolfit.verdict.setting.SettingStatistics;
import java.util.Optional;

/**
 * The brackets of a search without a model: first of the pool, then of the threads beside the pool that was found. A setting is
 * on the side to which its estimates lean.
 */
final class Ladder {
    /** The next pool is so many times as large as one that failed and of which nothing else is known. */
    private static final double LARGER = 1.5;

    private final SettingStatistics statistics;
    private final Neighbourhood near;
    private final Optional<Bracket> pools;
    private final Optional<Bracket> threads;
    /** The pool of the answer, where that is known or not tuned. */
    private final Optional<Settings> withPool;

    private final Optional<Settings> levelledOff;
    private final boolean poolOutOfReach;
    private final boolean threadsOutOfReach;

    /** @param affordable whether the budget pays for one trial more */
    Ladder(SearchProblem problem, Neighbourhood near, SettingStatistics statistics, boolean affordable) {
        this.statistics = statistics;
        this.near = near;
        pools = near.pools().map(range -> {
            var bracket = new Bracket(range);
            statistics
                    .settings()
                    .filter(each -> range.contains(each.pool().orElseThrow()))
                    .filter(each -> statistics.leans(each) || near.enoughThreads(each))
                    .forEach(each -> bracket.add(each.pool().orElseThrow(), leaning(each)));
            return bracket;
        });
        boolean none = pools.filter(each -> each.answer().isEmpty()).isPresent();
        levelledOff = none ? new Plateau(statistics, near).levelledOff() : Optional.empty();
        poolOutOfReach = none && (isExhausted(pools) || levelledOff.isPresent() || !affordable);
        withPool = pools.isEmpty()
                ? Optional.of(problem.found())
                : pools.get().answer().stream()
                        .mapToObj(pool -> problem.found().with(Knob.POOL, pool))
                        .findFirst();
        threads = withPool.flatMap(beside -> near.threads().map(range -> {
            var bracket = new Bracket(range);
            statistics
                    .settings()
                    .filter(each -> each.pool().equals(beside.pool()))
                    .filter(each -> range.contains(each.threads().orElseThrow()))
                    .forEach(each -> bracket.add(each.threads().orElseThrow(), leaning(each)));
            return bracket;
        }));
        threadsOutOfReach =
                threads.filter(each -> each.answer().isEmpty()).isPresent() && (isExhausted(threads) || !affordable);
    }

    private Standing leaning(Settings settings) {
        return statistics.leans(settings) ? Standing.MEETS : Standing.FAILS;
    }

    private static boolean isExhausted(Optional<Bracket> bracket) {
        return bracket.filter(Bracket::exhausted).isPresent();
    }

    /** Returns the bracket of the pool; empty where it is known to one. */
    Optional<Bracket> openPools() {
        return pools.filter(each -> !poolOutOfReach && !each.closed(1));
    }

    /** Returns the bracket of the threads beside {@link #withPool()}; empty where they are not tuned or where nothing reaches the goal. */
    Optional<Bracket> openThreads() {
        return threads.filter(each -> !isOutOfReach());
    }

    /** The initial settings with the pool of the answer. */
    Settings withPool() {
        return withPool.orElseThrow();
    }

    /** No value meets the goal, and there is none left to try, or no budget for it. */
    boolean isOutOfReach() {
        return poolOutOfReach || threadsOutOfReach;
    }

    /** Returns whether that is so because all were tried, and not for want of budget. */
    boolean everythingTried() {
        return poolOutOfReach ? isExhausted(pools) || levelledOff.isPresent() : isExhausted(threads);
    }

    /** The setting beside which a much larger pool gave no more. */
    Optional<Settings> levelledOff() {
        return levelledOff;
    }

    /** The smallest pool that meets the goal, and the fewest threads that do beside it. */
    Settings answer() {
        return threads.map(each -> withPool().with(Knob.THREADS, each.answer().orElseThrow()))
                .orElse(withPool());
    }

    /** The pool that would reach the target if throughput grew in proportion to it, from the nearest failure. */
    int poolForTarget(int failed) {
        double wanted = statistics.target().throughput().orElse(0);
        return statistics
                .settings()
                .filter(each -> each.pool().orElse(0) == failed)
                .findFirst()
                .map(each -> statistics.mean(each, trial -> trial.throughput().mean()))
                .filter(rate -> rate > 0 && rate < wanted)
                .map(rate -> (int) Math.ceil(failed * wanted / rate))
                .orElseGet(() -> failed < near.pools().orElseThrow().low()
                        ? near.poolFor(wanted)
                        : (int) Math.ceil(failed * LARGER));
    }
}
