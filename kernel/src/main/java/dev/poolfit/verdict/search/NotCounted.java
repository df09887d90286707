package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.reason.Undecided;
import java.util.List;

/** Tells of a setting some of whose trials, or all, do not count. */
final class NotCounted {
    private NotCounted() {}

    /** Returns the flags because of which trials do not count, each once. */
    static List<Flag> flags(List<Trial> trials) {
        return trials.stream()
                .flatMap(trial -> trial.flags().stream())
                .filter(Flag::disqualifies)
                .distinct()
                .toList();
    }

    private static List<Flag> flags(Settings settings, List<Trial> trials) {
        return flags(trials.stream()
                .filter(trial -> trial.settings().equals(settings))
                .toList());
    }

    static Undecided noneValid(Settings settings, List<Trial> trials) {
        return new Undecided.NoValidTrial(settings, flags(settings, trials));
    }

    /** Returns the reason against a setting with one valid trial. */
    static Undecided oneValid(Performance seen, List<Trial> trials) {
        List<Flag> flags = flags(seen.settings(), trials);
        return flags.isEmpty()
                ? new Undecided.SeenOnce(seen.measured())
                : new Undecided.RepeatsNotCounted(seen.measured(), flags);
    }
}
