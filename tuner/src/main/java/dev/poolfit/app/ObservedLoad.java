package dev.poolfit.app;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Metric;
import dev.poolfit.experiment.Load;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.load.LoadRun;
import dev.poolfit.report.Progress;
import dev.poolfit.service.Probe;
import dev.poolfit.service.RunningService;
import dev.poolfit.units.Message;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Puts the load of an experiment on a service that is observed. */
final class ObservedLoad implements AutoCloseable {
    private static final Duration DRAIN = Duration.ofSeconds(5);
    private static final long SEED = 1;
    private static final int LONGEST_WARM_UP = 30;
    private static final int CALM_SECONDS = 3;
    /** Compilation that keeps the service cold, in milliseconds a second. */
    private static final double MUCH_COMPILING = 200;

    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final LoadEngine engine;

    private ObservedLoad(LoadEngine engine) {
        this.engine = engine;
    }

    /** Begins the load, and returns when the compiler of a service that has just started has done most of its work. */
    static ObservedLoad begin(Load load, RunningService service, Progress progress, UndoStack undo)
            throws InterruptedException {
        LoadEngine engine = undo.push("let go of the load engine", LoadEngines.of(load));
        var observed = new ObservedLoad(engine);
        LoadRun run = engine.start(load, SEED, second -> {
            observed.answered.addAndGet(second.good());
            observed.failed.addAndGet(second.failed());
        });
        undo.push("stop the load", () -> run.stop(DRAIN));
        warmUp(service, progress);
        observed.answered.set(0);
        observed.failed.set(0);
        return observed;
    }

    private static void warmUp(RunningService service, Progress progress) throws InterruptedException {
        progress.phase(Message.of("phase.warming-up"));
        int calm = 0;
        for (int second = 1; second <= LONGEST_WARM_UP && calm < CALM_SECONDS; second++) {
            TimeUnit.SECONDS.sleep(1);
            double compiling = service.probes().stream()
                    .filter(probe -> probe.subject() == Probe.Subject.SERVICE)
                    .mapToDouble(ObservedLoad::compiling)
                    .max()
                    .orElse(0);
            calm = compiling < MUCH_COMPILING && second > CALM_SECONDS ? calm + 1 : 0;
        }
    }

    private static double compiling(Probe probe) {
        try {
            return probe.read().getOrDefault(Metric.JIT_TIME, 0.0);
        } catch (EnvironmentFailure late) {
            return 0;
        }
    }

    /** Returns the share of requests since the warm-up that failed, 0 to 1; 1 where none was answered. */
    double failedShare() {
        long all = answered.get() + failed.get();
        return all == 0 ? 1 : (double) failed.get() / all;
    }

    @Override
    public void close() {
        engine.close();
    }
}
