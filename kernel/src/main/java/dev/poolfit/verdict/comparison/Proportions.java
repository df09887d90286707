package dev.poolfit.verdict.comparison;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Settings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The bounds that smaller pools set on larger ones. */
final class Proportions {
    private final Waits waits;
    private final List<Proportion> all = new ArrayList<>();

    Proportions(Waits waits) {
        this.waits = waits;
    }

    /** Adds what settings say of larger pools, where nearly all their connections were in use. */
    void add(Settings settings, Optional<Interval> ratio) {
        waits.nearlyAllInUse(settings)
                .ifPresent(inUse -> ratio.ifPresent(
                        seen -> all.add(new Proportion(settings.pool().orElseThrow(), seen, inUse))));
    }

    /** Finds the tightest bound that a smaller pool sets on these settings. */
    Optional<Proportion> at(Settings settings) {
        int pool = settings.pool().orElse(0);
        return all.stream().filter(each -> each.pool() < pool).min(Comparator.comparingDouble(each -> each.most(pool)));
    }
}
