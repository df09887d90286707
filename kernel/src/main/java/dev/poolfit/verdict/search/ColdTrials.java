package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Compilation;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import java.util.List;

/** Judges trials from a time when the service was not warm. */
final class ColdTrials {
    private ColdTrials() {}

    /** Returns whether a setting was tried last while the JIT compiler was at work, and it has less to do since: it may give more now. */
    static boolean mayGiveMore(Settings settings, List<Trial> trials) {
        double now = Compilation.of(trials.get(trials.size() - 1));
        return trials.stream()
                .filter(trial -> trial.settings().equals(settings))
                .reduce((earlier, later) -> later)
                .filter(then -> Compilation.cold(then) && Compilation.less(Compilation.of(then), now))
                .isPresent();
    }

    /** Returns how often a setting was tried since the service was warm, trials that do not count for another reason included. */
    static int warmRuns(Settings settings, List<Trial> trials) {
        return (int) trials.stream()
                .filter(trial ->
                        trial.settings().equals(settings) && !trial.flags().contains(Flag.COLD))
                .count();
    }
}
