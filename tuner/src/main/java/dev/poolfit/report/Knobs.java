package dev.poolfit.report;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.Performance;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Chooses the knobs of a run that a reader wants to see. */
final class Knobs {
    private Knobs() {}

    /** Returns the tuned knobs in their order, and the pool first where the trials tell its size. */
    static List<Knob> shown(Run run) {
        return Knob.ALL.stream()
                .filter(knob -> run.question().space().tunes(knob)
                        || (knob == Knob.POOL
                                && run.trials().stream()
                                        .anyMatch(trial -> trial.settings().has(knob))))
                .toList();
    }

    /** Returns pool and threads, and those other shown knobs that are not the same in all rows of a table. */
    static List<Knob> differing(Run run, Collection<Performance> rows) {
        return shown(run).stream()
                .filter(knob -> knob == Knob.POOL
                        || knob == Knob.THREADS
                        || rows.stream()
                                        .map(row -> text(knob, row.settings()))
                                        .distinct()
                                        .count()
                                > 1)
                .toList();
    }

    /** Returns the knob along the charts: the pool where it was tuned, else the first that was. */
    static Knob axis(Run run) {
        var tuned = run.question().space().knobs();
        return tuned.contains(Knob.POOL) || tuned.isEmpty()
                ? Knob.POOL
                : tuned.iterator().next();
    }

    /** Returns the knob that tells the charts' points apart, where a second one was tuned. */
    static Optional<Knob> group(Run run) {
        Knob axis = axis(run);
        return run.question().space().knobs().stream()
                .filter(knob -> knob != axis)
                .findFirst();
    }

    static String text(Knob knob, Settings settings) {
        return settings.has(knob) ? settings.text(knob) : "–";
    }
}
