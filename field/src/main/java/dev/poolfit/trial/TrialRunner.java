package dev.poolfit.trial;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.MeasuredTrial;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Switching;
import dev.poolfit.plan.TrialCost;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.plan.WarmUpTime;
import dev.poolfit.service.RunningService;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs trials on the service: apply the settings, load, warm, measure. A closed load runs on from one trial to the
 * next; an open one is started for each, since what waits for a small pool would be served by the next.
 */
public final class TrialRunner implements AutoCloseable {
    private static final int WARM_UP_WIDTH = 4;
    private static final int WARMING_USERS = 16;

    private final Experiment experiment;
    private final RunningService service;
    private final LoadEngine engine;
    private final TrialListener listener;
    private final Time time;
    /** The load as far as it is known before it runs. */
    private final Load load;

    private final Optional<StopRule> stop;
    private final SharedLoad shared;
    private final boolean runsOn;
    /** The number of the start of the service that was warmed up last. */
    private int warmed = 1;

    private @Nullable Limitable limitable;

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
        this.load = engine.survey(experiment.load()).load();
        this.stop = experiment.stop().map(StopRule::new);
        this.shared = new SharedLoad(load, () -> session(experiment.load()));
        this.runsOn = isSteady() && !SearchSpace.restarts(experiment.space().knobs());
    }

    /**
     * Loads the service until it is warm ({@link FirstWarmUp}). A small pool would feed the JIT so slowly that
     * the first trials would still pay for it, so the pool is widened for this to {@value #WARM_UP_WIDTH} times what
     * it was, within the range that the search may use anyway. A cold service has as long for its first response as
     * any request.
     *
     * @param settings to be warm for: those found, or, where the service was started for others, those
     * @param within whether settings are compared within the pool then: the limiter is in the service for a moment, and the warm-up is shorter
     * @throws EnvironmentFailure if service, database or load fail
     */
    public void warmUp(Settings settings, boolean within) throws InterruptedException {
        Optional<Settings> wide = experiment
                .space()
                .of(Knob.POOL)
                .map(range -> settings.with(
                        Knob.POOL, range.clamp(WARM_UP_WIDTH * settings.pool().orElse(1))));
        service.apply(experiment.fixed().with(wide.orElse(settings)));
        Duration budget = experiment.budget();
        long longest = (within ? WarmUpTime.beforeWithinPool(budget) : WarmUpTime.longest(budget)).toSeconds();
        warmed = service.starts();
        long firstResponse = experiment.load().timeout().toSeconds();
        if (load.ramp().isPresent()) {
            try (var session = session(warming(experiment.load()))) {
                new FirstWarmUp(session, listener).run(longest, firstResponse);
            }
            return;
        }
        if (within) {
            new LimitedSwitchback(oneLoad()).rehearse();
        }
        // What leads up to the busiest stage warms as well; the stage is short.
        new FirstWarmUp(shared.with(0, Integer.MAX_VALUE), listener).run(longest, firstResponse);
        endUnlessItRunsOn();
    }

    private void endUnlessItRunsOn() {
        if (!runsOn) {
            shared.end();
        }
    }

    /** Returns whether a number of users is put on the service that stays the same. */
    public boolean isSteady() {
        return load.closed() && load.ramp().isEmpty();
    }

    /**
     * Puts the load on the service as it was found, without measuring it, and looks at it once a second.
     *
     * @param seconds of load, at least 1
     * @param begin returns whether to look at all; the service has its settings by then
     * @param look returns whether it has to look longer
     * @param most seconds in all, where the load has time for them
     * @throws EnvironmentFailure if a setting does not take hold, or service, database or load fail
     */
    public void observe(Settings found, int seconds, BooleanSupplier begin, BooleanSupplier look, int most)
            throws InterruptedException {
        apply(found);
        if (begin.getAsBoolean()) {
            int longest = shared.isLimited() ? seconds : most;
            LoadSession session = shared.with(seconds, seconds);
            boolean more = true;
            for (int second = 0;
                    second < (more ? longest : seconds) && !session.mustStop() && session.awaitSecond();
                    second++) {
                more = look.getAsBoolean();
            }
        }
        endUnlessItRunsOn();
    }

    /** Returns a few users in place of a ramp, which begins with next to nothing and ends in a broken service. */
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
        letCompile();
        apply(planned.settings());
        Settings before = service.effective();
        Measured measured = load.ramp().isPresent()
                ? ramp(planned, reported(planned, before), number, load.ramp().get())
                : steady(planned, reported(planned, before), number);
        return before.contradictedBy(service.effective()).isEmpty()
                ? measured
                : new Measured(measured.trial().with(Flag.CHANGED_FROM_OUTSIDE), measured.series());
    }

    /** What was compiled may have been thrown away, as by the recorder of holds or by a limiter. */
    private void letCompile() throws InterruptedException {
        if (runsOn && shared.holds(1)) {
            LoadSession session = shared.with(1);
            var pause = new CompilerPause(session);
            if (pause.wanted()) {
                pause.take();
                session.awaitSecond();
            }
        }
    }

    /** Holds a closed load, where it can be held, while something is worked out ({@link SharedLoad#pausing}). */
    public <T> T pausing(Supplier<T> work) {
        return shared.pausing(work);
    }

    /** Starts the service anew where these settings take that. */
    private void apply(Settings settings) throws InterruptedException {
        Settings wanted = experiment.fixed().with(settings);
        service.apply(wanted);
        if (service.starts() != warmed) {
            warmUp(settings, false);
            service.apply(wanted);
        }
        time.sleep(service.settlesIn());
    }

    private Measured steady(PlannedTrial planned, Settings effective, int number) throws InterruptedException {
        Measured measured = new SteadyTrial(experiment, load, shared, runsOn, time).run(planned, effective, number);
        endUnlessItRunsOn();
        return measured;
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
            int to = session.measurableEnd(0);
            List<ClientSecond> client = session.recording.client(0, to);
            var summary = new Summary(load, effective, client, session.recording.samples(0, to));
            MeasuredTrial trial =
                    summary.ramp(planned, number, started, watch.carried(client), broke.orElse(Flag.DID_NOT_BREAK));
            return new Measured(trial, session.samples(0));
        }
    }

    /** Returns the least time that a trial takes of the budget, as the load stands now. */
    public Duration cost(PlannedTrial planned) {
        TrialCost cost = TrialCost.of(load, planned.measure());
        return cost.of(1).minus(spared(cost));
    }

    /** Returns how much less the next trial takes, since its ramp has been passed and its busiest stage goes on. */
    public Duration spared(TrialCost cost) {
        return shared.holds((int) cost.trial().toSeconds()) ? cost.lead() : Duration.ZERO;
    }

    /** Returns the least time of settings side by side; a busiest stage too short for them is passed again. */
    public Duration cost(TrialPlan plan) {
        Duration all = plan.trials().stream().map(PlannedTrial::measure).reduce(Duration.ZERO, Duration::plus);
        Duration lead = TrialCost.of(load, all).lead();
        return shared.holds((int) all.toSeconds()) ? all : all.plus(lead);
    }

    /**
     * Runs settings side by side in one load.
     *
     * @param plan of settings that are switched, which differ in what changes while the service runs; they are resized, too, where it
     *     can no longer be limited
     * @param number of the first of these trials in the run
     * @return a trial for each setting
     * @throws EnvironmentFailure if a setting does not take hold, or service, database or load fail
     */
    public List<Measured> switching(TrialPlan plan, int number) throws InterruptedException {
        letCompile();
        List<Measured> measured = limited(plan, number).orElse(List.of());
        if (measured.isEmpty()) {
            measured = resized(plan, number);
        }
        endUnlessItRunsOn();
        return measured;
    }

    private Limitable limitable() {
        if (limitable == null) {
            limitable = Limitable.of(service);
        }
        return limitable;
    }

    private OneLoad oneLoad() {
        return new OneLoad(service, shared, load, settings -> experiment.fixed().with(settings), this::reported, time);
    }

    private Optional<List<Measured>> limited(TrialPlan plan, int number) throws InterruptedException {
        if (plan.switching().filter(Switching::within).isEmpty() || !limitable().compares(plan)) {
            return Optional.empty();
        }
        apply(LimitedSwitchback.largest(plan, service.effective()));
        return new LimitedSwitchback(oneLoad()).run(plan, number);
    }

    private List<Measured> resized(TrialPlan plan, int number) throws InterruptedException {
        apply(plan.trials().get(0).settings());
        return new Switchback(oneLoad()).run(plan, number);
    }

    /** Returns the effective values of the knobs that a trial reports: pool and threads, and whatever else is tuned. */
    private Settings reported(PlannedTrial planned, Settings effective) {
        var reported = new HashSet<Knob>(Set.of(Knob.POOL, Knob.THREADS));
        reported.addAll(experiment.space().knobs());
        return planned.settings().with(effective).restrictedTo(reported);
    }

    @Override
    public void close() {
        shared.close();
    }

    private LoadSession session(Load put) {
        // What a script does is known of the surveyed load alone; a ramp is warmed by another load than it puts.
        Load known = put == experiment.load() ? load : put;
        return new LoadSession(
                known, seconds -> engine.start(put, experiment.seed(), seconds), service, listener, stop, time);
    }
}
