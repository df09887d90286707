package dev.poolfit.watch;

import dev.poolfit.database.DatabaseReport;
import dev.poolfit.database.DatabaseWatch;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.NestedConnections;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import dev.poolfit.holders.Diagnosis;
import dev.poolfit.holders.HoldRecorder;
import dev.poolfit.holders.HoldReport;
import dev.poolfit.holders.HoldReportCodec;
import dev.poolfit.holders.HoldVerdict;
import dev.poolfit.holders.Surroundings;
import dev.poolfit.journal.KeptHolders;
import dev.poolfit.journal.NoRun;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.report.Language;
import dev.poolfit.report.holders.HoldersPage;
import dev.poolfit.service.RunningService;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Watches who holds the connections at the initial settings, before a tuning run's first trial. */
public final class HoldersOfRun implements AutoCloseable {
    /** The factor of time where requests are so slow that too few were seen. */
    public static final int LONGER = 3;
    /** The longest time that it looks, in seconds; no trial is measured meanwhile. */
    private static final long LONGEST_SECONDS = 6;
    /** The divisor of the time that is left: it takes one part of so many. */
    private static final long PART = 12;

    private final RunningService service;
    private final Experiment experiment;
    private final RunFolder folder;
    private final Language language;
    private final String version;
    private Optional<HoldRecorder> recorder = Optional.empty();
    private Optional<DatabaseWatch> database = Optional.empty();
    private Optional<ServiceWatch> watch = Optional.empty();

    /** @param version of the program, for the page's foot */
    public HoldersOfRun(
            RunningService service, Experiment experiment, RunFolder folder, Language language, String version) {
        this.service = service;
        this.experiment = experiment;
        this.folder = folder;
        this.language = language;
        this.version = version;
    }

    /** Counts the seconds that it looks, with so much of the budget left; 0 where that has no room for it. */
    public static int seconds(Duration left) {
        return (int) Math.min(LONGEST_SECONDS, left.toSeconds() / PART);
    }

    /**
     * Begins to record, and returns whether it does; a service that does not take the recorder is tuned without it.
     *
     * @param seconds that it is going to look, about
     */
    public boolean begin(long seconds) {
        try {
            HoldRecorder put = service.recordHolds();
            recorder = Optional.of(put);
            database = database();
            watch = Optional.of(ServiceWatch.ofHolds(service, put, database, seconds));
            return true;
        } catch (EnvironmentFailure unlike) {
            close();
            return false;
        }
    }

    /** Watches the database, too; what it does not tell is left out. */
    private Optional<DatabaseWatch> database() {
        try {
            return experiment.database().map(each -> new DatabaseWatch(each, System::nanoTime));
        } catch (EnvironmentFailure refused) {
            return Optional.empty();
        }
    }

    /** Looks for a second; returns whether too little was seen so far to say anything. */
    public boolean look() {
        try {
            watch.ifPresent(ServiceWatch::look);
        } catch (EnvironmentFailure late) {
            watch = Optional.empty();
        }
        return watch.filter(ServiceWatch::showsTooFew).isPresent();
    }

    /** Takes the recorder out, and keeps what was seen. */
    public void end() {
        try {
            watch.map(ServiceWatch::diagnosis).ifPresent(this::keep);
        } catch (EnvironmentFailure unlike) {
            // A run is not ended by what it only looks at.
        } finally {
            close();
        }
    }

    private void keep(Diagnosis seen) {
        kept(seen).write(folder);
        folder.write(folder.holdersPage(), HoldersPage.of(seen, language, experiment.name(), version));
    }

    static KeptHolders kept(Diagnosis seen) {
        return new KeptHolders(
                seen.verdict().grave(),
                seen.configuration(),
                Optional.of(HoldReportCodec.text(seen.report())),
                seen.database().map(KeptDatabase::text));
    }

    /** Returns the requests that hold several connections at once, as a run saw them; empty where it saw none. */
    public static Optional<NestedConnections> nested(RunFolder folder) {
        try {
            return KeptHolders.read(folder).report().map(HoldReportCodec::read).flatMap(HoldReport::nestedRequests);
        } catch (IllegalArgumentException damaged) {
            throw KeptHolders.damaged(folder, damaged);
        }
    }

    /**
     * Reads what a run saw, from its folder.
     *
     * @throws NoRun if it is no run's folder
     * @throws InvalidExperiment if the run kept nothing of it
     */
    public static Diagnosis read(RunFolder folder) {
        if (!folder.holdsRun()) {
            throw new NoRun(folder.path());
        }
        KeptHolders kept = KeptHolders.read(folder);
        String text = kept.report()
                .orElseThrow(() -> new InvalidExperiment(List.of(new Problem(
                        0,
                        "--run",
                        "must be the folder of a run that saw who held the connections, but " + folder.path()
                                + " keeps nothing of that; the service did not take the recorder, or the budget was"
                                + " too short, or the run is of an earlier version. Diagnose the running service"))));
        try {
            HoldReport report = HoldReportCodec.read(text);
            Optional<DatabaseReport> told = kept.database().map(KeptDatabase::read);
            var around = new Surroundings(Map.of(), OptionalDouble.empty(), told);
            return new Diagnosis(report, HoldVerdict.of(report, around), told, kept.configuration());
        } catch (IllegalArgumentException damaged) {
            throw KeptHolders.damaged(folder, damaged);
        }
    }

    @Override
    public void close() {
        recorder.ifPresent(HoldRecorder::close);
        recorder = Optional.empty();
        database.ifPresent(DatabaseWatch::close);
        database = Optional.empty();
        watch = Optional.empty();
    }
}
