package dev.poolfit.verdict;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Earlier;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Assumptions;
import dev.poolfit.model.Fit;
import dev.poolfit.model.Outlook;
import dev.poolfit.model.WhatIf;
import dev.poolfit.plan.Role;
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
    public static List<Revisit> of(Earlier earlier, Question question, Assumptions known, List<Trial> trials) {
        Optional<Fit> fit = question.load().ramp().isPresent()
                ? Optional.empty()
                : Outlook.of(alike(trials, question), question.load(), known, question.seed())
                        .map(Outlook::fit);
        var appraisal = Appraisal.of(trials, Target.of(question.goal(), question.load()));
        return earlier.rows().stream()
                .map(row -> {
                    Settings settings = whole(row.settings(), question);
                    return new Revisit(
                            row.settings(),
                            row.throughput().perSecond(),
                            fit.map(it -> it.predict(settings, WhatIf.NOTHING).throughput()),
                            appraisal.performance(settings).map(Performance::throughput));
                })
                .toList();
    }

    /** The trials that decide, which are all but those that revisit an earlier table. */
    static List<Trial> decisive(List<Trial> trials) {
        return trials.stream().filter(trial -> trial.role() != Role.REVISIT).toList();
    }

    /** The decisive trials under which pool and threads alone differ from what was found. */
    private static List<Trial> alike(List<Trial> trials, Question question) {
        return decisive(trials).stream()
                .filter(trial -> trial.settings().values().entrySet().stream()
                        .allMatch(each -> each.getKey() == Knob.POOL
                                || each.getKey() == Knob.THREADS
                                || !question.found().has(each.getKey())
                                || question.found().get(each.getKey()) == each.getValue()))
                .toList();
    }

    /** What a row does not name is as it was found. */
    static Settings whole(Settings row, Question question) {
        return question.found().with(row);
    }
}
