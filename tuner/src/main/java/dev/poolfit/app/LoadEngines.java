package dev.poolfit.app;

import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Script;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.load.http.VertxLoadEngine;
import dev.poolfit.load.tool.Jmeter;
import dev.poolfit.load.tool.K6;
import dev.poolfit.load.tool.ToolLoadEngine;

/** Chooses the engine that puts a load. */
public final class LoadEngines {
    private LoadEngines() {}

    /** Returns the engine that a load asks for; nothing is started yet. */
    public static LoadEngine of(Load load) {
        if (load.script().isEmpty()) {
            return new VertxLoadEngine();
        }
        return new ToolLoadEngine(
                load.script().get() instanceof Script.K6 k6
                        ? new K6(k6)
                        : new Jmeter((Script.Jmeter) load.script().get()));
    }
}
