package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.experiment.WorkerThreads;
import dev.poolfit.holders.HoldRecorder;
import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.process.SupervisedProcess;
import dev.poolfit.units.Message;
import dev.poolfit.wire.SampleKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A service that is let go of as it was found or, if Poolfit launched it, stopped. */
final class LiveService implements RunningService {
    private final JmxLink link;
    private final Tuning tuning;
    private final ProbeSet observation;
    private final BooleanSupplier alive;
    private final Optional<SupervisedProcess> process;
    private final LongSupplier nanoseconds;
    private final Consumer<Duration> pause;
    private volatile RestoreRecord restoreRecord;
    private Consumer<RestoreRecord> note = unnoted -> {};
    private long settledAt;
    private volatile boolean closing;
    private boolean changed;
    private String left = "the service has its initial settings";
    private @Nullable Restoration released;

    LiveService(
            JmxLink link,
            Tuning tuning,
            ProbeSet observation,
            RestoreRecord restoreRecord,
            BooleanSupplier alive,
            Optional<SupervisedProcess> process,
            LongSupplier nanoseconds,
            Consumer<Duration> pause) {
        this.link = link;
        this.tuning = tuning;
        this.observation = observation;
        this.restoreRecord = restoreRecord;
        this.alive = alive;
        this.process = process;
        this.nanoseconds = nanoseconds;
        this.pause = pause;
        this.settledAt = nanoseconds.getAsLong();
    }

    @Override
    public Settings found() {
        return tuning.found();
    }

    @Override
    public Settings effective() {
        return tuning.read();
    }

    @Override
    public WorkerThreads workers() {
        return tuning.workers();
    }

    @Override
    public void apply(Settings settings) {
        refuseIfClosing(settings);
        synchronized (this) {
            refuseIfClosing(settings);
            refuseAnotherJvm();
            Settings present = tuning.read();
            refuseIfChanged(present);
            Settings target = tuning.target(settings, present);
            announce(target);
            changed = true;
            Duration settles = tuning.change(present, target);
            Settings effective = tuning.read();
            Tuning.difference(target, effective).ifPresent(wrong -> {
                // A service may repair a value; what came later is somebody else's.
                announce(tuning.given(effective));
                throw wrong;
            });
            if (!settles.isZero()) {
                settledAt = nanoseconds.getAsLong() + settles.toNanos();
            }
        }
    }

    @Override
    public synchronized void keep() {
        changed = false;
        left = "the service keeps the pool of " + tuning.read().count(Knob.POOL);
    }

    /** Notes a change beforehand: whoever finds the note of a killed run must know each value that may come from it. */
    private void announce(Settings change) {
        restoreRecord = restoreRecord.changed(change);
        note.accept(restoreRecord);
        link.changing(RestoreRecordCodec.changes(restoreRecord));
    }

    private void refuseAnotherJvm() {
        String identity = tuning.identity();
        if (restoreRecord.address().jvm().filter(identity::equals).isEmpty()) {
            throw new EnvironmentFailure(
                    "the service was restarted while it was tuned: the JVM " + identity + " answers, not "
                            + restoreRecord.address().jvm().orElse("?"),
                    "run again once it stays up");
        }
    }

    private void refuseIfChanged(Settings present) {
        Settings theirs = restoreRecord.theirs(present);
        if (!theirs.knobs().isEmpty()) {
            throw new EnvironmentFailure(
                    "somebody else changed the service while it was tuned: it has " + theirs + ", which Poolfit did not"
                            + " set",
                    "find out who or what changed it, then run again; Poolfit leaves it as it is");
        }
    }

    private void refuseIfClosing(Settings settings) {
        if (closing) {
            throw new EnvironmentFailure(
                    settings + " came too late: the service was already let go of", "start another run");
        }
    }

    @Override
    public synchronized Duration settlesIn() {
        return Duration.ofNanos(Math.max(0, settledAt - nanoseconds.getAsLong()));
    }

    @Override
    public Duration housekeeping() {
        return tuning.housekeeping();
    }

    @Override
    public boolean alive() {
        return alive.getAsBoolean();
    }

    @Override
    public EnvironmentFailure gone() {
        return restoreRecord
                .address()
                .command()
                .map(command -> new EnvironmentFailure(
                        "the connection to the service by \"" + command + "\" ended in the middle of a trial",
                        "check that the command and the service still run; the agent in the service puts the initial"
                                + " settings back by itself, and finished trials are kept"))
                .orElseGet(RunningService.super::gone);
    }

    @Override
    public OptionalLong pid() {
        return restoreRecord.jmx().isPresent() || restoreRecord.pid() == 0
                ? OptionalLong.empty()
                : OptionalLong.of(restoreRecord.pid());
    }

    @Override
    public List<Probe> probes() {
        return observation.probes();
    }

    @Override
    public List<Message> missing() {
        return observation.missing();
    }

    @Override
    public HoldRecorder recordHolds() {
        return agent("who holds the connections cannot be recorded").record(poolName());
    }

    @Override
    public HoldRecorder recordBorrows() {
        return agent("borrows cannot be recorded").trace(poolName());
    }

    /** @param inVain what cannot be done without the agent */
    private Publication agent(String inVain) {
        return link.keeper()
                .orElseThrow(() -> new EnvironmentFailure(
                        inVain + " through a JMX address", "run Poolfit beside the service, or use --command"));
    }

    @Override
    public BorrowLimiter limitBorrows(Duration silence) {
        return agent("connections cannot be limited").limit(poolName(), restoreRecord.connector(), silence);
    }

    @Override
    public String poolName() {
        return restoreRecord.pool();
    }

    @Override
    public ServiceDescription describe() {
        return link.keeper().map(Publication::describe).orElse(ServiceDescription.UNKNOWN);
    }

    @Override
    public RestoreRecord restoreRecord() {
        return restoreRecord;
    }

    @Override
    public OptionalDouble processors() {
        OptionalInt whole = HikariPool.processors(link);
        double limit =
                link.keeper().map(Publication::limits).orElse(Map.of()).getOrDefault(SampleKey.CPU, Double.MAX_VALUE);
        return whole.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Math.min(whole.getAsInt(), limit));
    }

    @Override
    public OptionalInt maxConnections() {
        return observation.maxConnections();
    }

    @Override
    public synchronized void beforeEachChange(Consumer<RestoreRecord> noted) {
        note = noted;
    }

    @Override
    public Restoration release() {
        closing = true;
        synchronized (this) {
            if (released == null) {
                Restoration restored = process.isPresent() || !changed
                        ? new Restoration(Restoration.Outcome.UNCHANGED, left, "")
                        : new Restorer(restoreRecord, pause).restore(() -> tuning);
                if (!restored.settled() && restoreRecord.address().command().isPresent()) {
                    // The pipe is broken; another one tells whether the agent has put the settings back.
                    restored = Restoration.restore(restoreRecord, Optional.empty(), pause);
                }
                if (!restored.settled()) {
                    return restored;
                }
                released = restored;
                letGo();
            }
            return released;
        }
    }

    private void letGo() {
        try {
            observation.close();
            link.close();
        } finally {
            process.ifPresent(SupervisedProcess::close);
        }
    }
}
