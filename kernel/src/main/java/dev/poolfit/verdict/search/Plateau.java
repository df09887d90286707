package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.LevellingOff;
import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.setting.SettingStatistics;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds where throughput no longer grows, among tried pools none of which reaches the goal. */
final class Plateau {
    private final SettingStatistics statistics;
    private final Neighbourhood near;

    Plateau(SettingStatistics statistics, Neighbourhood near) {
        this.statistics = statistics;
        this.near = near;
    }

    /**
     * The setting that shows that throughput has levelled off below the target, beside the best: of the two largest pools with
     * enough threads, of which the one is much larger and gave no more. Empty where throughput may still grow.
     */
    Optional<Settings> levelledOff() {
        List<Settings> tried = statistics
                .settings()
                .filter(each -> each.pool().isPresent() && near.enoughThreads(each))
                .sorted(Comparator.comparingInt(each -> each.pool().getAsInt()))
                .toList();
        if (tried.size() < 2) {
            return Optional.empty();
        }
        Settings larger = tried.get(tried.size() - 1);
        Settings smaller = tried.get(tried.size() - 2);
        double most = rate(larger);
        boolean levelled =
                LevellingOff.shows(larger.pool().orElseThrow(), smaller.pool().orElseThrow(), most, rate(smaller))
                        && most
                                < (1 - LevellingOff.NO_MORE)
                                        * statistics.target().throughput().orElse(0);
        return levelled ? Optional.of(most > rate(smaller) ? smaller : larger) : Optional.empty();
    }

    /**
     * Half of the smallest pool that was tried, where that did not surely give less than the best: throughput may grow towards
     * smaller pools, such as where what each request sorts no longer fits into memory together. Empty where none is left.
     */
    Optional<Settings> smaller() {
        List<Performance> tried = statistics.performances();
        if (tried.isEmpty() || near.pools().isEmpty()) {
            return Optional.empty();
        }
        Performance smallest = tried.get(0);
        double most = tried.stream()
                .map(Performance::throughput)
                .max(Comparator.comparingDouble(Interval::mean))
                .map(Interval::low)
                .orElseThrow();
        int low = near.pools().get().low();
        return Optional.of(smallest)
                .filter(each -> each.throughput().high() >= most)
                .map(each -> each.settings().pool().orElse(0))
                .filter(pool -> pool > low)
                .map(pool -> near.withPool(Math.max(low, pool / 2)));
    }

    private double rate(Settings settings) {
        return statistics.mean(settings, trial -> trial.throughput().mean());
    }
}
