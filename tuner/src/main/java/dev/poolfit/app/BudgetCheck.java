package dev.poolfit.app;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.LoadEnd;
import dev.poolfit.experiment.Script;
import dev.poolfit.experiment.file.ExperimentFile;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.report.Language;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.BudgetEstimate;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Checks budget and load before anything is started, in one way for every command.
 *
 * @param said the time of one trial and the number that the budget pays for, or why nobody knows
 * @param goesOn whether the load goes on for a trial, as far as that is known
 */
record BudgetCheck(Message said, boolean goesOn) {
    /**
     * Checks the budget, and refuses one that is too small.
     *
     * @throws InvalidExperiment if the load's busiest stage is too short to be measured, or if the budget cannot pay for a
     *     verdict
     */
    static BudgetCheck require(ExperimentFile file, LoadEngine engine) {
        return of(file, engine, true);
    }

    /** Checks the budget, and takes any. */
    static BudgetCheck of(ExperimentFile file, LoadEngine engine) {
        return of(file, engine, false);
    }

    private static BudgetCheck of(ExperimentFile file, LoadEngine engine, boolean strict) {
        Experiment experiment = file.experiment();
        try {
            LoadEngine.Survey survey = engine.survey(experiment.load());
            var estimate = new BudgetEstimate(survey.load(), experiment.budget(), survey.end());
            Optional<Message> brief = estimate.tooBrief().filter(each -> strict);
            if (brief.isPresent()) {
                boolean ownStages = experiment.load().shape() instanceof Load.Stages;
                throw file.invalid(ownStages ? "load.stages" : "load.k6", Language.EN.text(brief.get()));
            }
            if (strict && !estimate.enough()) {
                throw file.invalid("budget", Language.EN.text(estimate.shortfall()));
            }
            return new BudgetCheck(estimate.said(), estimate.endsEarly().isEmpty());
        } catch (EnvironmentFailure unknown) {
            // Whoever needs the tool fails with this; what can be told without it is told at once.
            Message said = Message.of(
                    "cost.unknown",
                    String.valueOf(unknown.getMessage())
                            .lines()
                            .map(String::strip)
                            .collect(Collectors.joining("; ")));
            Optional<LoadEnd> end = experiment.load().script().flatMap(Script::end);
            return new BudgetEstimate(experiment.load(), experiment.budget(), end)
                    .endsEarly()
                    .map(ends -> new BudgetCheck(Message.of("join.space", ends, said), false))
                    .orElseGet(() -> new BudgetCheck(said, true));
        }
    }
}
