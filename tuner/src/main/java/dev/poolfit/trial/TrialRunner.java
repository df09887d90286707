package dev.poolfit.trial;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Role;
import dev.poolfit.service.RunningService;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/** Runs trials on the service, one after the other: apply the settings, load, warm, measure. */
public final class TrialRunner {
    private static final int WARM_UP_WIDTH = 4;
    private static final int WARMING_USERS = 16;

    private final Experiment experiment;
    private final RunningService service;
    private final LoadEngine engine;
    private final TrialListener listener;
    private final Time time;
    private final FutilityRule futility;
    /** The load as far as it is known before it runs. */
    private final Load load;

    private final Length length;
    private final Optional<StopRule> stop;
    /** The start of the service that was warmed up last. */
    private int warmed = 1;

    /**
     * @throws EnvironmentFailure if the load cannot be put
     */
    public TrialRunner(
            Experiment experiment, RunningService service, LoadEngine engine, TrialListener listener, Time time) {
        this.experiment = experiment;
        this.service = service;
        this.engine = engine;
        this.listener = listener;
        this.time = time;
        this.futility = new FutilityRule(experiment.goal());
        this.load = engine.survey(experiment.load()).load();
        this.length = Length.of(experiment);
        this.stop = experiment.stop().map(StopRule::new);
    }

    /**
     * Loads the service until its CPU time a request no longer falls. A small pool would feed the JIT so slowly that
     * the first trials would still pay for it, so the pool is widened for this to {@value #WARM_UP_WIDTH} times what
     * it was, within the range that the search may use anyway. A cold service has as long for its first response as
     * any request.
     *
     * @param found pool and threads as they were found
     * @param space the knobs that may be changed
     * @throws EnvironmentFailure if service, database or load fail
     */
    public void warmUp(Settings found, SearchSpace space) throws InterruptedException {
        Optional<Settings> wide = space.of(Knob.POOL)
                .map(range -> found.with(
                        Knob.POOL, range.clamp(WARM_UP_WIDTH * found.pool().orElse(1))));
        service.apply(experiment.fixed().with(wide.orElse(found)));
        warmed = service.starts();
        long longest = Math.min(WarmUp.FIRST.longest(), experiment.budget().toSeconds() / 6);
        long firstResponse = experiment.load().timeout().toSeconds();
        try (var session = session(warming(experiment.load()))) {
            session.awaitSeconds(1);
            while ((session.seconds() < longest && !WarmUp.FIRST.over(session.samples(0))
                            || session.seconds() < firstResponse && session.nothingEnded())
                    && session.awaitSecond()) {
                // The condition does the waiting.
            }
            session.requireSomeSuccess();
        }
    }

    /** A ramp begins with next to nothing and ends in a broken service; a few users warm better. */
    private static Load warming(Load load) {
        return load.ramp()
                .map(ramp -> load.withShape(new Load.Users(
                        ramp.rate().isPresent() ? WARMING_USERS : Math.min(WARMING_USERS, ramp.users()))))
                .orElse(load);
    }

    /**
     * Runs one trial.
     *
     * @param number 1 for the first of the run
     * @throws EnvironmentFailure if a setting does not take hold, or service, database or load fail
     */
    public Measured run(PlannedTrial planned, int number) throws InterruptedException {
        Settings wanted = experiment.fixed().with(planned.settings());
        service.apply(wanted);
        if (service.starts() != warmed) {
            warmUp(planned.settings(), experiment.space());
            service.apply(wanted);
        }
        time.sleep(service.settlesIn());
        Settings before = service.effective();
        Measured measured = load.ramp().isPresent()
                ? ramp(planned, reported(planned, before), number, load.ramp().get())
                : steady(planned, reported(planned, before), number);
        return before.contradictedBy(service.effective()).isEmpty()
                ? measured
                : new Measured(measured.trial().with(Flag.CHANGED_FROM_OUTSIDE), measured.series());
    }

    private Measured ramp(PlannedTrial planned, Settings effective, int number, Load.Ramp ramp)
            throws InterruptedException {
        Instant started = time.instant();
        var watch = new RampWatch(ramp);
        try (var session = session(experiment.load())) {
            Optional<Flag> broke = Optional.empty();
            while (broke.isEmpty() && session.seconds() < ramp.over().toSeconds() && session.awaitSecond()) {
                broke = watch.broken(session.recording.client(0, Integer.MAX_VALUE));
            }
            session.requireMeasurable(0);
            int to = session.seconds();
            List<ClientSecond> client = session.recording.client(0, to);
            var summary = new Summary(load, effective, client, session.recording.samples(0, to));
            Trial trial =
                    summary.ramp(planned, number, started, watch.carried(client), broke.orElse(Flag.DID_NOT_BREAK));
            return new Measured(trial, session.samples(0));
        }
    }

    private Measured steady(PlannedTrial planned, Settings effective, int number) throws InterruptedException {
        Instant started = time.instant();
        try (var session = session(experiment.load())) {
            Optional<Window> stage = Window.busiest(load);
            End end = stage.isPresent() ? session.awaitStage(stage.get().from()) : warmed(session, planned);
            int from = Math.min(session.seconds(), stage.map(Window::from).orElse(Integer.MAX_VALUE));
            if (end == End.PLANNED) {
                end = measure(session, planned, from, stage);
                session.requireMeasurable(from);
            }
            int to = stage.map(window -> Math.min(window.to(), session.seconds()))
                    .orElse(session.seconds());
            if (end == End.STOPPED) {
                to = session.seconds();
                from = Math.min(from, to - stop.orElseThrow().seconds());
            }
            var summary = new Summary(
                    load, effective, session.recording.client(from, to), session.recording.samples(from, to));
            Trial trial = summary.trial(planned, number, started, from, end);
            return new Measured(trial, session.samples(0));
        }
    }

    /** The effective values of the knobs that a trial reports: pool and threads, and whatever else is tuned. */
    private Settings reported(PlannedTrial planned, Settings effective) {
        var reported = EnumSet.of(Knob.POOL, Knob.THREADS);
        reported.addAll(experiment.space().knobs());
        return planned.settings().with(effective).restrictedTo(reported);
    }

    private End warmed(LoadSession session, PlannedTrial planned) throws InterruptedException {
        while (!WarmUp.BETWEEN.over(session.samples(0))
                || session.poolStillGrows(planned.settings())
                || session.usersStillCome()) {
            if (session.mustStop()) {
                return End.STOPPED;
            }
            if (!session.awaitSecond()) {
                break;
            }
        }
        return End.PLANNED;
    }

    private End measure(LoadSession session, PlannedTrial planned, int from, Optional<Window> stage)
            throws InterruptedException {
        while (true) {
            List<Sample> window = session.samples(from);
            boolean enough = stage.isPresent()
                    ? session.seconds() >= stage.get().to()
                    : length.reached(window, planned.measure());
            if (session.mustStop()) {
                return End.STOPPED;
            }
            if (enough) {
                return End.PLANNED;
            }
            if (planned.role() == Role.SEARCH && futility.after(window)) {
                return End.FUTILE;
            }
            if (!session.awaitSecond()) {
                return End.PLANNED;
            }
        }
    }

    private LoadSession session(Load put) {
        // What a script does is known of the surveyed load alone; a ramp is warmed by another load than it puts.
        Load known = put == experiment.load() ? load : put;
        return new LoadSession(
                known, seconds -> engine.start(put, experiment.seed(), seconds), service, listener, stop, time);
    }
}
