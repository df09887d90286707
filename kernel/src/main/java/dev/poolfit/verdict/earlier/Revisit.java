package dev.poolfit.verdict.earlier;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Earlier;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.model.fit.Fit;
import dev.poolfit.model.fit.TrialFit;
import dev.poolfit.model.fit.WhatIf;
import dev.poolfit.plan.Role;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.setting.SettingStatistics;
import dev.poolfit.verdict.setting.Target;
import java.util.List;
import java.util.Optional;

/**
 * A row of an earlier table beside what is predicted and measured here. The prediction knows nothing of the trials that
 * revisit the table.
 *
 * @param settings the row's
 * @param then good responses a second, as the table has it
 * @param predicted good responses a second here, by the model; empty where there is none
 * @param measured good responses a second here; empty where it was not tried
 */
public record Revisit(Settings settings, double then, Optional<Interval> predicted, Optional<Interval> measured) {
    /** Every row of the table. */
    public static List<Revisit> of(Earlier earlier, SearchProblem problem, Assumptions known, List<Trial> trials) {
        Optional<Fit> fit = problem.load().ramp().isPresent()
                ? Optional.empty()
                : TrialFit.of(alike(trials, problem), problem.load(), known, problem.seed())
                        .map(TrialFit::fit);
        var statistics = SettingStatistics.of(trials, Target.of(problem.goal(), problem.load()));
        return earlier.rows().stream()
                .map(row -> {
                    Settings settings = whole(row.settings(), problem);
                    return new Revisit(
                            row.settings(),
                            row.throughput().perSecond(),
                            fit.map(it -> it.predict(settings, WhatIf.NOTHING).throughput()),
                            statistics.performance(settings).map(Performance::throughput));
                })
                .toList();
    }

    /** The trials that decide, which are all but those that revisit an earlier table. */
    public static List<Trial> decisive(List<Trial> trials) {
        return trials.stream().filter(trial -> trial.role() != Role.REVISIT).toList();
    }

    /** The decisive trials under which pool and threads alone differ from what was found. */
    private static List<Trial> alike(List<Trial> trials, SearchProblem problem) {
        return decisive(trials).stream()
                .filter(trial -> trial.settings().knobs().stream()
                        .allMatch(knob -> knob == Knob.POOL
                                || knob == Knob.THREADS
                                || !problem.found().has(knob)
                                || problem.found().agree(knob, trial.settings())))
                .toList();
    }

    /** Returns the settings of a row; what it does not name is as it was found. */
    public static Settings whole(Settings row, SearchProblem problem) {
        return problem.found().with(row);
    }
}
