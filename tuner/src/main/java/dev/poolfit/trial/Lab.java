package dev.poolfit.trial;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.load.LoadRun;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Role;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.Sampler;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/** Runs trials on the service, one after the other: apply the settings, load, warm, measure. */
public final class Lab {
    /** Seconds of load that a pool may take to reach its size, while requests wait for connections. */
    private static final int PATIENCE_FOR_POOL = 12;

    private static final int WARM_UP_WIDTH = 4;

    private static final Duration LONGEST_DRAIN = Duration.ofSeconds(10);

    private final Experiment experiment;
    private final RunningService service;
    private final LoadEngine engine;
    private final LabListener listener;
    private final InstantSource clock;
    private final Hopeless hopeless;
    private final Length length;
    private final Optional<StopRule> stop;

    public Lab(
            Experiment experiment,
            RunningService service,
            LoadEngine engine,
            LabListener listener,
            InstantSource clock) {
        this.experiment = experiment;
        this.service = service;
        this.engine = engine;
        this.listener = listener;
        this.clock = clock;
        this.hopeless = new Hopeless(experiment.goal());
        this.length = Length.of(experiment);
        this.stop = experiment.stop().map(StopRule::new);
    }

    /**
     * Loads the service until its CPU time a request no longer falls. A small pool would feed the JIT so slowly that
     * the first trials would still pay for it, so the pool is widened for this to {@value #WARM_UP_WIDTH} times what
     * it was, within the range that the search may use anyway.
     *
     * @param found pool and threads as they were found
     * @param space the knobs that may be changed
     * @throws EnvironmentFailure if service, database or load fail
     */
    public void warmUp(Settings found, SearchSpace space) throws InterruptedException {
        Optional<Settings> wide = space.of(Knob.POOL)
                .map(range -> found.with(
                        Knob.POOL, range.clamp(WARM_UP_WIDTH * found.pool().orElse(1))));
        service.apply(wide.orElse(found));
        int longest = (int) Math.min(WarmUp.FIRST.longest(), experiment.budget().toSeconds() / 6);
        try (var session = new Session()) {
            session.awaitSeconds(1);
            while (session.seconds() < longest && !WarmUp.FIRST.over(session.samples(0))) {
                session.awaitSecond(false);
            }
            session.requireSomeSuccess();
        }
    }

    /**
     * Runs one trial.
     *
     * @param number 1 for the first of the run
     * @throws EnvironmentFailure if a setting does not take hold, or service, database or load fail
     */
    public Measured run(PlannedTrial planned, int number) throws InterruptedException {
        service.apply(planned.settings());
        Thread.sleep(service.settlesIn().toMillis());
        Instant started = clock.instant();
        try (var session = new Session()) {
            Optional<Window> stage = Window.busiest(experiment.load());
            End end = stage.isPresent() ? session.awaitStage(stage.get().from()) : warmed(session, planned);
            int from = Math.min(session.seconds(), stage.map(Window::from).orElse(Integer.MAX_VALUE));
            if (end == End.PLANNED) {
                end = measure(session, planned, from, stage);
            }
            int to = stage.map(window -> Math.min(window.to(), session.seconds()))
                    .orElse(session.seconds());
            if (end == End.STOPPED) {
                to = session.seconds();
                from = Math.min(from, to - stop.orElseThrow().seconds());
            }
            Settings effective = service.effective().restrictedTo(EnumSet.of(Knob.POOL, Knob.THREADS));
            var summary = new Summary(
                    experiment.load(),
                    effective,
                    session.recording.client(from, to),
                    session.recording.samples(from, to));
            Trial trial = summary.trial(planned, number, started, from, end);
            return new Measured(trial, session.samples(0));
        }
    }

    private End warmed(Session session, PlannedTrial planned) throws InterruptedException {
        while (!WarmUp.BETWEEN.over(session.samples(0)) || session.poolStillGrows(planned.settings())) {
            if (session.mustStop()) {
                return End.STOPPED;
            }
            session.awaitSecond(false);
        }
        return End.PLANNED;
    }

    private End measure(Session session, PlannedTrial planned, int from, Optional<Window> stage)
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
            if (planned.role() == Role.SEARCH && hopeless.after(window)) {
                return End.HOPELESS;
            }
            session.awaitSecond(true);
        }
    }

    /** One load from start to end, with everything that is read meanwhile. */
    private final class Session implements AutoCloseable {
        private final Recording recording = new Recording();
        private final Vigil vigil = new Vigil(service);
        private final LoadRun run;
        private final Sampler sampler;

        Session() {
            long start = System.nanoTime();
            run = engine.start(experiment.load(), experiment.seed(), recording::add);
            sampler = Sampler.start(
                    service.probes(), values -> recording.add(secondThatEnded(start), values), vigil::unreadable);
        }

        /** A reading at the end of a second tells of that second, give or take half of one. */
        private static int secondThatEnded(long start) {
            return (int) Math.max(0, (System.nanoTime() - start - 500_000_000L) / 1_000_000_000L);
        }

        int seconds() {
            return recording.seconds();
        }

        List<Sample> samples(int from) {
            return recording.samples(from, Integer.MAX_VALUE);
        }

        /** Waits for the next second; fails where service, database or load do. */
        void awaitSecond(boolean measuring) throws InterruptedException {
            int before = recording.seconds();
            if (!recording.awaitBeyond(before, 15_000)) {
                throw new EnvironmentFailure(
                        "the load generator has told of nothing for 15 s", "see whether the machine is overloaded");
            }
            vigil.check(recording.client(0, Integer.MAX_VALUE));
            List<Sample> latest = recording.samples(before, Integer.MAX_VALUE);
            listener.second(latest.get(latest.size() - 1), measuring);
        }

        void awaitSeconds(int count) throws InterruptedException {
            while (recording.seconds() < count) {
                awaitSecond(false);
            }
        }

        End awaitStage(int count) throws InterruptedException {
            while (recording.seconds() < count && !mustStop()) {
                awaitSecond(false);
            }
            return recording.seconds() < count ? End.STOPPED : End.PLANNED;
        }

        boolean mustStop() {
            return stop.filter(rule -> rule.holds(recording.client(0, Integer.MAX_VALUE), samples(0)))
                    .isPresent();
        }

        boolean poolStillGrows(Settings wanted) {
            List<Sample> all = samples(0);
            Sample last = all.get(all.size() - 1);
            double pool = wanted.pool().orElse(0);
            return all.size() < PATIENCE_FOR_POOL
                    && last.get(Metric.POOL_TOTAL).orElse(pool) < pool
                    && last.get(Metric.POOL_PENDING).orElse(0) > 0;
        }

        void requireSomeSuccess() {
            vigil.requireSomeSuccess(recording.client(0, Integer.MAX_VALUE));
        }

        @Override
        public void close() {
            sampler.close();
            Duration timeout = experiment.load().timeout();
            run.stop(timeout.compareTo(LONGEST_DRAIN) < 0 ? timeout : LONGEST_DRAIN);
        }
    }
}
