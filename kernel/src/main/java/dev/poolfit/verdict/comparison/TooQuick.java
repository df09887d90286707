package dev.poolfit.verdict.comparison;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Comparisons in which settings changed places too quickly, so that one counted for what another had left behind. */
final class TooQuick {
    /** Slices are so many times as long after each of them. */
    private static final double LONGER = 4;

    private final List<Trial> trials;

    TooQuick(List<Trial> trials) {
        this.trials = trials;
    }

    private static boolean isSpoilt(Trial trial) {
        return trial.flags().contains(Flag.CARRIED_OVER);
    }

    boolean any() {
        return trials.stream().anyMatch(TooQuick::isSpoilt);
    }

    /** Returns the longest period that was not long enough, in seconds; 0 where there is none. */
    double longestPeriod() {
        return trials.stream()
                .filter(TooQuick::isSpoilt)
                .flatMap(trial -> trial.periodSeconds().stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
    }

    /**
     * Returns the multiple by which slices have to be longer: for each comparison in which they were too short. Where that was so for some of its settings
     * alone, they were long enough for what lies between the others.
     *
     * @param settings that are to be compared; none for whatever may be
     */
    double longer(List<Settings> settings) {
        return Math.pow(
                LONGER,
                trials.stream()
                        .filter(TooQuick::isSpoilt)
                        .flatMap(trial -> trial.periods().stream())
                        .mapToInt(periods -> periods.load())
                        .distinct()
                        .filter(load -> settings.isEmpty() || !isLongEnough(load, settings))
                        .count());
    }

    private boolean isLongEnough(int load, List<Settings> wanted) {
        List<Trial> compared = trials.stream()
                .filter(trial ->
                        trial.periods().filter(each -> each.load() == load).isPresent())
                .toList();
        List<Settings> fine =
                compared.stream().filter(Trial::valid).map(Trial::settings).toList();
        IntSummaryStatistics between = pools(fine);
        IntSummaryStatistics pools = pools(wanted);
        return fine.size() > 1
                && between.getMin() <= pools.getMin()
                && pools.getMax() <= between.getMax()
                && threads(fine).containsAll(threads(wanted))
                && compared.stream()
                        .filter(TooQuick::isSpoilt)
                        .map(Trial::settings)
                        .noneMatch(wanted::contains);
    }

    private static Set<Settings> threads(List<Settings> settings) {
        return settings.stream()
                .map(each -> each.restrictedTo(Set.of(Knob.THREADS)))
                .collect(Collectors.toSet());
    }

    private static IntSummaryStatistics pools(List<Settings> settings) {
        return settings.stream().mapToInt(each -> each.pool().orElse(0)).summaryStatistics();
    }
}
