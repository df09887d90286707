package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Settings;
import dev.poolfit.process.SupervisedProcess;
import dev.poolfit.units.Message;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** A service that is let go of as it was found or, if Poolfit launched it, stopped. */
final class LiveService implements RunningService {
    private final JmxLink link;
    private final Tuning tuning;
    private final ProbeSet observation;
    private final ServiceFootprint footprint;
    private final BooleanSupplier alive;
    private final Optional<SupervisedProcess> process;
    private final LongSupplier nanoseconds;
    private long settledAt;
    private volatile boolean closing;
    private boolean changed;
    private boolean closed;

    LiveService(
            JmxLink link,
            Tuning tuning,
            ProbeSet observation,
            ServiceFootprint footprint,
            BooleanSupplier alive,
            Optional<SupervisedProcess> process,
            LongSupplier nanoseconds) {
        this.link = link;
        this.tuning = tuning;
        this.observation = observation;
        this.footprint = footprint;
        this.alive = alive;
        this.process = process;
        this.nanoseconds = nanoseconds;
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
    public void apply(Settings settings) {
        refuseIfClosing(settings);
        synchronized (this) {
            refuseIfClosing(settings);
            changed = true;
            Duration settles = tuning.apply(settings);
            if (!settles.isZero()) {
                settledAt = nanoseconds.getAsLong() + settles.toNanos();
            }
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
    public OptionalLong pid() {
        return footprint.pid() == 0 ? OptionalLong.empty() : OptionalLong.of(footprint.pid());
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
    public ServiceFootprint footprint() {
        return footprint;
    }

    @Override
    public OptionalInt maxConnections() {
        return observation.maxConnections();
    }

    @Override
    public void close() {
        closing = true;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            try {
                if (process.isEmpty() && changed) {
                    restore();
                }
            } finally {
                observation.close();
                link.close();
                process.ifPresent(SupervisedProcess::close);
            }
        }
    }

    private void restore() {
        try {
            tuning.apply(footprint.live());
        } catch (EnvironmentFailure failed) {
            if (alive()) {
                throw new EnvironmentFailure(
                        "the initial settings (" + footprint.live() + ") could not be put back: " + failed.getMessage(),
                        "run poolfit restore, or restart the service",
                        failed);
            }
        }
    }
}
