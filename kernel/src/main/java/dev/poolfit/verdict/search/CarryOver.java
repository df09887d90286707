package dev.poolfit.verdict.search;

import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.comparison.Switchability;
import dev.poolfit.verdict.comparison.SwitchingMethod;
import dev.poolfit.verdict.forecast.Candidates;
import dev.poolfit.verdict.setting.SettingStatistics;
import java.util.List;
import java.util.Optional;

/**
 * Finds the settings that would leave waiting users to the setting that holds next: by the model where there is one, else
 * by what they gave.
 */
final class CarryOver {
    /** Users who think, and wait for more than this share of the shortest cycle, come back together. */
    private static final double TOGETHER = 1.3;
    /** Within the pool, a setting that gives less than so much of the best starves: what waits then is served by all others. */
    private static final double STARVES = 0.6;

    private final SwitchingMethod method;
    private final Load load;
    private final Optional<Candidates> candidates;
    private final SettingStatistics statistics;

    CarryOver(SwitchingMethod method, Load load, Optional<Candidates> candidates, SettingStatistics statistics) {
        this.method = method;
        this.load = load;
        this.candidates = candidates;
        this.statistics = statistics;
    }

    /** Returns those settings that leave none. */
    List<Settings> without(List<Settings> settings) {
        return settings.stream().filter(each -> !leftBy(each)).toList();
    }

    /**
     * Returns whether users wait so long that the next setting would serve them for much of its period; and where they think, come
     * back together for a while.
     */
    boolean leftBy(Settings settings) {
        double users = load.shape() instanceof Load.Users closed ? closed.users() : 0;
        double rate = candidates
                .map(model -> model.expected(settings))
                .or(() -> statistics
                        .performance(settings)
                        .map(each -> each.throughput().mean()))
                .orElse(Double.POSITIVE_INFINITY);
        if (method == SwitchingMethod.WITHIN_POOL) {
            return candidates.filter(model -> rate < STARVES * model.highest()).isPresent();
        }
        boolean together = !load.think().isZero()
                && candidates.filter(model -> TOGETHER * rate < model.highest()).isPresent();
        return together || users / rate > Switchability.LONGEST_CYCLE_SECONDS;
    }
}
