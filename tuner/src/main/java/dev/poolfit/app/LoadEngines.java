package dev.poolfit.app;

import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Problem;
import dev.poolfit.experiment.Script;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.load.http.VertxLoadEngine;
import dev.poolfit.load.tool.Jmeter;
import dev.poolfit.load.tool.K6;
import dev.poolfit.load.tool.ToolLoadEngine;
import java.util.List;

/** Chooses the engine that puts a load. */
public final class LoadEngines {
    private LoadEngines() {}

    /** Returns the engine that a load asks for; nothing is started yet. */
    public static LoadEngine of(Load load) {
        if (load.guard().isPresent()) {
            throw new InvalidExperiment(List.of(new Problem(
                    0,
                    "load",
                    "must be one that Poolfit puts, but is live, the service's own traffic; use tune, size or diagnose,"
                            + " or name users or a rate")));
        }
        if (load.script().isEmpty()) {
            return new VertxLoadEngine();
        }
        return new ToolLoadEngine(
                load.script().get() instanceof Script.K6 k6
                        ? new K6(k6)
                        : new Jmeter((Script.Jmeter) load.script().get()));
    }
}
