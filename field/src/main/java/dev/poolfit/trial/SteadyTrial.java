package dev.poolfit.trial;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Sample;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.TrialCost;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Runs one trial of a load that stays the same: waits until the settings have taken hold, then measures. */
final class SteadyTrial {
    /** The most attempts: a load that ends by itself within a trial is started again for it. */
    private static final int MOST_ATTEMPTS = 2;

    private final Load load;
    private final SharedLoad shared;
    private final boolean runsOn;
    private final Time time;
    private final FutilityRule futility;
    private final Length length;
    private final Optional<StopRule> stop;

    /**
     * @param load as far as it is known before it runs
     * @param runsOn whether the load runs on from trial to trial
     */
    SteadyTrial(Experiment experiment, Load load, SharedLoad shared, boolean runsOn, Time time) {
        this.load = load;
        this.shared = shared;
        this.runsOn = runsOn;
        this.time = time;
        futility = new FutilityRule(experiment.goal());
        length = Length.of(experiment);
        stop = experiment.stop().map(StopRule::new);
    }

    /**
     * Runs it at settings that were applied.
     *
     * @param effective the settings to report
     * @param number 1 for the first of the run
     * @throws EnvironmentFailure if service, database or load fail
     */
    Measured run(PlannedTrial planned, Settings effective, int number) throws InterruptedException {
        int wanted = WarmUp.BETWEEN.shortest() + (int) planned.measure().toSeconds();
        for (int attempt = 1; true; attempt++) {
            LoadSession session = shared.with(wanted);
            if (session.age() > 0) {
                session.mark();
            }
            Instant started = time.instant();
            End end = warmed(session, planned);
            int from = session.seconds();
            if (end == End.PLANNED) {
                end = measure(session, planned, from);
            }
            int measured = session.seconds() - from;
            boolean cutShort = session.over() && measured < planned.measure().toSeconds()
                    || shared.left(session) <= 0 && measured < TrialCost.LEAST_SECONDS;
            if (cutShort && runsOn && attempt < MOST_ATTEMPTS) {
                continue;
            }
            Measured trial = measured(session, planned, effective, number, started, from, end);
            if (end == End.STOPPED) {
                shared.end();
            }
            return trial;
        }
    }

    private Measured measured(
            LoadSession session,
            PlannedTrial planned,
            Settings effective,
            int number,
            Instant started,
            int warm,
            End end) {
        int from = end == End.STOPPED
                ? Math.min(warm, session.seconds() - stop.orElseThrow().seconds())
                : warm;
        int to = session.measurableEnd(from);
        var summary = new Summary(load, effective, session.client(from, to), session.samples(from, to));
        return new Measured(summary.trial(planned, number, started, from, end), session.samples(0));
    }

    /** Warms the service; a busiest stage that is short leaves no time for a long warm-up. */
    private End warmed(LoadSession session, PlannedTrial planned) throws InterruptedException {
        while (shared.left(session) > TrialCost.LEAST_SECONDS
                && (!WarmUp.BETWEEN.over(session.samples(0))
                        || session.poolStillGrows(planned.settings())
                        || session.usersStillCome())) {
            if (session.mustStop()) {
                return End.STOPPED;
            }
            if (!session.awaitSecond()) {
                break;
            }
        }
        return End.PLANNED;
    }

    private End measure(LoadSession session, PlannedTrial planned, int from) throws InterruptedException {
        while (true) {
            List<Sample> window = session.samples(from);
            boolean enough = shared.left(session) <= 0 || length.reached(window, planned.measure());
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
}
