package dev.poolfit.load.tool;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Load;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.load.LoadRun;
import dev.poolfit.load.SecondReports;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Puts load with a tool of somebody else, one start of its processes for each load. */
public final class ToolLoadEngine implements LoadEngine {
    private final Tool tool;
    private final ToolPatience patience;
    private final ExecutorService reporter = Executors.newSingleThreadExecutor(task -> {
        var thread = new Thread(task, "poolfit-load-seconds");
        thread.setDaemon(true);
        return thread;
    });
    private volatile @Nullable ToolRun current;
    private volatile boolean closed;
    private @Nullable Survey surveyed;

    public ToolLoadEngine(Tool tool) {
        this(tool, ToolPatience.USUAL);
    }

    public ToolLoadEngine(Tool tool, ToolPatience patience) {
        this.tool = tool;
        this.patience = patience;
    }

    @Override
    public synchronized Survey survey(Load load) {
        Survey known = surveyed;
        if (known == null) {
            known = tool.survey(load);
            surveyed = known;
        }
        return known;
    }

    @Override
    public LoadRun start(Load load, long seed, Consumer<ClientSecond> everySecond) {
        ToolRun before = current;
        if (closed) {
            throw new IllegalStateException("the load engine is closed");
        }
        if (before != null && !before.stopped()) {
            throw new IllegalStateException("the load before has not been stopped");
        }
        var run = new ToolRun(tool, patience, new SecondReports(reporter, everySecond));
        current = run;
        try {
            run.begin(load);
        } catch (EnvironmentFailure failed) {
            run.stop(Duration.ZERO);
            throw failed;
        }
        return run;
    }

    @Override
    public void close() {
        closed = true;
        ToolRun run = current;
        if (run != null) {
            run.stop(Duration.ZERO);
        }
        reporter.shutdown();
    }
}
