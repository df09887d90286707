package dev.poolfit.trial;

import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.service.RunningService;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * The load under which the settings of a service are compared.
 *
 * @param load as far as it is known before it runs
 * @param complete adds to planned settings what else is to be applied
 * @param reported returns of planned and effective settings those that a trial reports
 */
record OneLoad(
        RunningService service,
        SharedLoad shared,
        Load load,
        UnaryOperator<Settings> complete,
        BiFunction<PlannedTrial, Settings, Settings> reported,
        Time time) {}
