package dev.poolfit.app;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.file.ExperimentFile;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.report.Language;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.BudgetEstimate;
import java.util.Optional;

/** Looks at the budget before anything is started, in one way for every command. */
final class BudgetCheck {
    private BudgetCheck() {}

    /**
     * What one trial takes and how many the budget pays for.
     *
     * @throws InvalidExperiment if it cannot pay for a verdict
     */
    static Message require(ExperimentFile file, LoadEngine engine) {
        estimate(file, engine).filter(each -> !each.enough()).ifPresent(each -> {
            throw file.invalid("budget", Language.EN.text(each.shortfall()));
        });
        return sentence(file, engine);
    }

    /** What one trial takes and how many the budget pays for. */
    static Message sentence(ExperimentFile file, LoadEngine engine) {
        return estimate(file, engine)
                .map(each -> Message.of("cost.said", each.sentence()))
                .orElseGet(() -> Message.of("cost.unknown"));
    }

    /** Empty where the load's tool says nothing; what it lacks is told with whatever else is missing. */
    private static Optional<BudgetEstimate> estimate(ExperimentFile file, LoadEngine engine) {
        Experiment experiment = file.experiment();
        try {
            return Optional.of(
                    new BudgetEstimate(engine.survey(experiment.load()).load(), experiment.budget()));
        } catch (EnvironmentFailure unknown) {
            return Optional.empty();
        }
    }
}
