package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.experiment.WorkerThreads;
import dev.poolfit.holders.HoldRecorder;
import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.units.Message;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;

/** A service that Poolfit launches, and launches again where a setting takes a restart; one process at a time. */
final class RelaunchedService implements RunningService {
    private final Function<Settings, RunningService> launcher;
    private final Settings found;
    private volatile RunningService current;
    private volatile boolean closing;
    private volatile int starts = 1;
    /** The settings requested since the first start; a restarted service begins with them. */
    private Settings requested;

    private Settings launchedWith;

    /**
     * @param launcher launches the service with settings beside those that it has of itself
     * @param first the settings of its first start
     */
    RelaunchedService(Function<Settings, RunningService> launcher, Settings first) {
        this.launcher = launcher;
        this.requested = first;
        this.launchedWith = first;
        this.current = launcher.apply(first);
        this.found = current.found();
    }

    @Override
    public Settings found() {
        return found;
    }

    @Override
    public Settings effective() {
        return current.effective();
    }

    @Override
    public WorkerThreads workers() {
        return current.workers();
    }

    @Override
    public void apply(Settings settings) {
        refuseIfClosing(settings);
        synchronized (this) {
            refuseIfClosing(settings);
            requested = requested.with(settings);
            if (takesRestart(settings)) {
                relaunch();
            }
            current.apply(withSpare(settings));
        }
    }

    /** Lets spare threads follow those of the first start; a later one may have begun with fewer threads than that. */
    private Settings withSpare(Settings settings) {
        return settings.has(Knob.THREADS) && !settings.has(Knob.MIN_SPARE) && found.has(Knob.MIN_SPARE)
                ? settings.with(Knob.MIN_SPARE, Math.min(found.count(Knob.MIN_SPARE), settings.count(Knob.THREADS)))
                : settings;
    }

    private boolean takesRestart(Settings wanted) {
        Settings has = launchedWith.with(current.effective());
        return wanted.knobs().stream().anyMatch(knob -> !knob.live() && !has.agree(knob, wanted));
    }

    private void relaunch() {
        current.close();
        launchedWith = requested;
        current = launcher.apply(requested);
        starts++;
    }

    private void refuseIfClosing(Settings settings) {
        if (closing) {
            throw new EnvironmentFailure(
                    settings + " came too late: the service was already let go of", "start another run");
        }
    }

    @Override
    public int starts() {
        return starts;
    }

    @Override
    public Duration settlesIn() {
        return current.settlesIn();
    }

    @Override
    public Duration housekeeping() {
        return current.housekeeping();
    }

    @Override
    public boolean alive() {
        return current.alive();
    }

    @Override
    public OptionalLong pid() {
        return current.pid();
    }

    @Override
    public List<Probe> probes() {
        return current.probes();
    }

    @Override
    public List<Message> missing() {
        return current.missing();
    }

    @Override
    public EnvironmentFailure gone() {
        return current.gone();
    }

    @Override
    public OptionalDouble processors() {
        return current.processors();
    }

    @Override
    public OptionalInt maxConnections() {
        return current.maxConnections();
    }

    @Override
    public HoldRecorder recordHolds() {
        return current.recordHolds();
    }

    @Override
    public HoldRecorder recordBorrows() {
        return current.recordBorrows();
    }

    @Override
    public BorrowLimiter limitBorrows(Duration silence) {
        return current.limitBorrows(silence);
    }

    @Override
    public String poolName() {
        return current.poolName();
    }

    @Override
    public ServiceDescription describe() {
        return current.describe();
    }

    @Override
    public RestoreRecord restoreRecord() {
        return current.restoreRecord();
    }

    @Override
    public Restoration release() {
        closing = true;
        synchronized (this) {
            return current.release();
        }
    }
}
