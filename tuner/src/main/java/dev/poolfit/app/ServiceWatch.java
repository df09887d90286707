package dev.poolfit.app;

import dev.poolfit.database.DatabaseReport;
import dev.poolfit.database.DatabaseWatch;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Metric;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Knob;
import dev.poolfit.holders.Diagnosis;
import dev.poolfit.holders.EndpointHolds;
import dev.poolfit.holders.HoldRecorder;
import dev.poolfit.holders.HoldReport;
import dev.poolfit.holders.HoldStatistics;
import dev.poolfit.holders.HoldVerdict;
import dev.poolfit.holders.Surroundings;
import dev.poolfit.service.Probe;
import dev.poolfit.service.RunningService;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Watches a running service, second by second: who holds its connections, its CPU, and its database's own view. */
final class ServiceWatch {
    private final RunningService service;
    private final HoldRecorder recorder;
    private final Optional<DatabaseWatch> database;
    private final Optional<Experiment> experiment;
    private final List<Probe> probes;
    private final HoldStatistics statistics = new HoldStatistics();
    private final Map<Metric, DoubleSummaryStatistics> read = new EnumMap<>(Metric.class);

    /** Begins; the recorder has just been put in. */
    ServiceWatch(
            RunningService service,
            HoldRecorder recorder,
            Optional<DatabaseWatch> database,
            Optional<Experiment> experiment) {
        this(service, recorder, database, experiment, service.probes());
    }

    /** Of the holds alone, where others read the probes. */
    static ServiceWatch ofHolds(RunningService service, HoldRecorder recorder) {
        return new ServiceWatch(service, recorder, Optional.empty(), Optional.empty(), List.of());
    }

    private ServiceWatch(
            RunningService service,
            HoldRecorder recorder,
            Optional<DatabaseWatch> database,
            Optional<Experiment> experiment,
            List<Probe> probes) {
        this.probes = List.copyOf(probes);
        this.service = service;
        this.recorder = recorder;
        this.database = database;
        this.experiment = experiment;
        statistics.add(recorder.take());
    }

    /** Reads what came since the last call; to be called each second. */
    void look() {
        statistics.add(recorder.take());
        probes.forEach(this::read);
        database.ifPresent(DatabaseWatch::look);
    }

    /** A second that cannot be read is left out. */
    private void read(Probe probe) {
        try {
            probe.read()
                    .forEach((metric, value) -> read.computeIfAbsent(metric, unseen -> new DoubleSummaryStatistics())
                            .accept(value));
        } catch (EnvironmentFailure late) {
            // The next second may be read again.
        }
    }

    /** All that was seen so far. */
    Diagnosis diagnosis() {
        HoldReport report =
                statistics.report(service.poolName(), service.effective().count(Knob.POOL));
        var means = new EnumMap<Metric, Double>(Metric.class);
        read.forEach((metric, values) -> means.put(metric, values.getAverage()));
        Optional<DatabaseReport> told = database.map(DatabaseWatch::report);
        boolean nested =
                report.endpoints().stream().mapToLong(EndpointHolds::nested).sum() > 0;
        return new Diagnosis(
                report,
                HoldVerdict.of(report, new Surroundings(means, service.processors(), told)),
                told,
                ConfigurationNotes.of(service, experiment, nested));
    }
}
