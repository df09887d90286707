package dev.poolfit.verdict.diagnosis;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.OtherPrograms;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.Assumptions;
import java.util.Optional;
import java.util.OptionalDouble;

/** Judges how busy the CPUs of service and database are at a setting, on machines of their own or on one that they share. */
final class Processors {
    static final double BUSY = OtherPrograms.BUSY;
    /** The utilisation below which CPU has room: a queue holds 2.3 requests in the mean (M/M/1). */
    static final double ROOM = 0.7;

    private final ProbeStatistics probes;
    private final Assumptions known;
    private final Settings settings;

    Processors(ProbeStatistics probes, Assumptions known, Settings settings) {
        this.probes = probes;
        this.known = known;
        this.settings = settings;
    }

    boolean shared() {
        return known.oneMachine();
    }

    /** Returns the service's cores, where they are known; the machine's where both share one. */
    OptionalDouble serviceCores() {
        return known.serviceCores();
    }

    OptionalDouble databaseCores() {
        return shared()
                ? known.serviceCores()
                : known.databaseCores().stream().asDoubleStream().findFirst();
    }

    boolean serviceBinds() {
        return binds(Indicator.SERVICE_CORES, Indicator.DATABASE_CORES, serviceCores());
    }

    boolean databaseBinds() {
        return binds(Indicator.DATABASE_CORES, Indicator.SERVICE_CORES, databaseCores());
    }

    /** Returns whether neither CPU is the limit, beyond the intervals; empty where that is not known of both. */
    Optional<Boolean> room() {
        if (shared()) {
            return share(Indicator.OWN_CORES, serviceCores())
                    .or(() -> share(Indicator.MACHINE_CORES, serviceCores()))
                    .map(share -> share.high() < ROOM);
        }
        Optional<Interval> service = share(Indicator.SERVICE_CORES, serviceCores());
        Optional<Interval> database = share(Indicator.DATABASE_CORES, databaseCores());
        return service.isPresent() && database.isPresent()
                ? Optional.of(service.get().high() < ROOM && database.get().high() < ROOM)
                : Optional.empty();
    }

    /** Returns the share of its cores that a figure is. */
    Optional<Interval> share(Indicator figure, OptionalDouble cores) {
        return cores.isEmpty()
                ? Optional.empty()
                : probes.at(settings, figure)
                        .map(used -> new Interval(
                                used.mean() / cores.getAsDouble(),
                                used.low() / cores.getAsDouble(),
                                used.high() / cores.getAsDouble()));
    }

    /**
     * Returns whether a CPU binds. On shared cores the machine must be busy, and mostly by what is measured here; of service,
     * database and load generator the one that takes most of it binds.
     */
    private boolean binds(Indicator mine, Indicator other, OptionalDouble cores) {
        if (!shared()) {
            return share(mine, cores).filter(share -> share.low() >= BUSY).isPresent();
        }
        Optional<Interval> own = share(Indicator.OWN_CORES, cores);
        boolean busy = share(Indicator.MACHINE_CORES, cores)
                .or(() -> own)
                .filter(share -> share.low() >= BUSY)
                .isPresent();
        double used = probes.mean(settings, mine);
        return busy
                && own.filter(share -> share.mean() >= ROOM).isPresent()
                && used > probes.mean(settings, other)
                && used > probes.mean(settings, Indicator.LOAD_CORES);
    }
}
