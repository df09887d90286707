package dev.poolfit.watch;

import dev.poolfit.database.DatabaseReport;
import dev.poolfit.database.DatabaseWatch;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Metric;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.holders.Diagnosis;
import dev.poolfit.holders.HoldRecorder;
import dev.poolfit.holders.HoldReport;
import dev.poolfit.holders.HoldStatistics;
import dev.poolfit.holders.HoldVerdict;
import dev.poolfit.holders.QueueUse;
import dev.poolfit.holders.Standstill;
import dev.poolfit.holders.Surroundings;
import dev.poolfit.service.Probe;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceDescription;
import dev.poolfit.units.Message;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Watches a running service, second by second: who holds its connections, its CPU, and its database's own view. */
public final class ServiceWatch {
    /** Statements are seen in the last part of so many, for that costs a busy service most. */
    private static final int PARTS = 3;
    /** The share of connection time from which on the database matters, so that its statements do. */
    private static final double MATTERS = 0.2;

    private final RunningService service;
    private final Optional<HoldRecorder> recorder;
    private final Message unrecorded;
    private final List<HoldReport.Moment> moments = new ArrayList<>();
    private final long begun = System.nanoTime();
    private final Optional<DatabaseWatch> database;
    private final ConfigurationNotes notes;
    private final List<Probe> probes;
    private final int size;
    private final OptionalInt threads;
    private final long seconds;
    private long looks;
    private boolean watching;
    private final OptionalDouble processors;
    private final ServiceDescription description;
    private final HoldStatistics statistics = new HoldStatistics();
    private final Map<Metric, DoubleSummaryStatistics> read = new EnumMap<>(Metric.class);

    /**
     * Begins to watch.
     *
     * @param recorder a recorder that has just been put in; empty where the service does not take one
     * @param unrecorded the reason why it does not
     * @param seconds that it is going to last, about
     */
    public ServiceWatch(
            RunningService service,
            Optional<HoldRecorder> recorder,
            Message unrecorded,
            Optional<DatabaseWatch> database,
            ConfigurationNotes notes,
            long seconds) {
        this(service, recorder, unrecorded, database, notes, service.probes(), seconds);
    }

    /** Watches holds and database alone, where others read the probes. */
    public static ServiceWatch ofHolds(
            RunningService service, HoldRecorder recorder, Optional<DatabaseWatch> database, long seconds) {
        return new ServiceWatch(
                service,
                Optional.of(recorder),
                Message.verbatim(""),
                database,
                ConfigurationNotes.UNKNOWN,
                List.of(),
                seconds);
    }

    private ServiceWatch(
            RunningService service,
            Optional<HoldRecorder> recorder,
            Message unrecorded,
            Optional<DatabaseWatch> database,
            ConfigurationNotes notes,
            List<Probe> probes,
            long seconds) {
        this.seconds = seconds;
        this.unrecorded = unrecorded;
        this.probes = List.copyOf(probes);
        this.service = service;
        this.recorder = recorder;
        this.database = database;
        this.notes = notes;
        // A service that ends meanwhile does not tell them any more.
        Settings effective = service.effective();
        size = effective.count(Knob.POOL);
        threads = effective.threads();
        processors = service.processors();
        description = ConfigurationNotes.described(service);
        database.ifPresent(each -> each.count(account()));
        recorder.ifPresent(each -> statistics.add(each.take()));
    }

    private Optional<String> account() {
        return description.pools().stream()
                .filter(each -> each.name().equals(service.poolName()))
                .findFirst()
                .flatMap(ServiceDescription.Pool::user);
    }

    /**
     * Reads what came since the last call; to be called each second.
     *
     * @throws EnvironmentFailure if the recorder in the service does not answer
     */
    public void look() {
        recorder.ifPresent(this::look);
        var second = new EnumMap<Metric, Double>(Metric.class);
        probes.forEach(each -> second.putAll(read(each)));
        second.forEach((metric, value) -> read.computeIfAbsent(metric, unseen -> new DoubleSummaryStatistics())
                .accept(value));
        moments.add(new HoldReport.Moment((int) Math.round(second.getOrDefault(Metric.POOL_ACTIVE, 0.0)), (int)
                Math.ceil(
                        second.getOrDefault(Metric.POOL_PENDING_PEAK, second.getOrDefault(Metric.POOL_PENDING, 0.0)))));
        database.ifPresent(DatabaseWatch::look);
    }

    private void look(HoldRecorder from) {
        statistics.add(from.take());
        looks++;
        if (!watching && looks >= seconds - seconds / PARTS && statistics.databaseShare() >= MATTERS) {
            watching = true;
            from.watchStatements();
        }
    }

    /** Reads a probe; one that cannot be read tells nothing in this second. */
    private static Map<Metric, Double> read(Probe probe) {
        try {
            return probe.read();
        } catch (EnvironmentFailure late) {
            return Map.of();
        }
    }

    /** Returns whether too few holds were seen to say anything. */
    public boolean showsTooFew() {
        return statistics.count() < HoldVerdict.FEW;
    }

    /** Returns the standstill of the pool at the last look: whoever has a connection waits for another. */
    public Optional<Standstill> standstill() {
        return statistics.standstill(size);
    }

    private static HoldReport withWorkers(HoldReport report, Map<Metric, Double> means) {
        double most = means.getOrDefault(Metric.THREADS_MAX, 0.0);
        return most > 0 && means.containsKey(Metric.THREADS_BUSY)
                ? report.with(QueueUse.workers(means.get(Metric.THREADS_BUSY), (int) Math.round(most)))
                : report;
    }

    /** Says what was seen until now. */
    public Diagnosis diagnosis() {
        var means = new EnumMap<Metric, Double>(Metric.class);
        read.forEach((metric, values) -> means.put(metric, values.getAverage()));
        HoldReport report = recorder.isPresent()
                ? withWorkers(statistics.report(service.poolName(), size, threads), means)
                : HoldReport.unrecorded(
                        service.poolName(),
                        size,
                        (System.nanoTime() - begun) / 1e9,
                        means.getOrDefault(Metric.POOL_ACTIVE, 0.0),
                        moments);
        Optional<DatabaseReport> told = database.map(DatabaseWatch::report);
        var around = new Surroundings(means, processors, told);
        return new Diagnosis(
                report,
                recorder.isPresent()
                        ? HoldVerdict.of(report, around)
                        : HoldVerdict.unrecorded(report, around, unrecorded),
                told,
                notes.of(description, service.poolName()));
    }
}
