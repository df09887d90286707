package dev.poolfit.trial;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Settings;
import dev.poolfit.load.LoadRun;
import dev.poolfit.plan.TrialCost;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.Sampler;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** One load from start to end, with everything that is read meanwhile. */
final class LoadSession implements AutoCloseable {
    /** The seconds of load that a pool may take to reach its size, while requests wait for connections. */
    private static final int PATIENCE_FOR_POOL = 12;

    private static final Duration LONGEST_DRAIN = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final int PATIENCE_TRIES = 150;
    private static final int USERS_SETTLE = 2;
    private static final double PRESENT = 0.95;

    final Recording recording;
    private final Load load;
    private final TrialListener listener;
    private final Optional<StopRule> stop;
    private final FailureDetector failures;
    private final LoadRun run;
    private final Time time;
    private final long begun;
    private final Time.Repetition sampling;
    /** The second from which on all is counted. */
    private int origin;
    /** The number of whole seconds that were passed on. */
    private int heard;

    /**
     * Starts the load.
     *
     * @param load as far as it is known before it runs
     * @param start puts it
     */
    LoadSession(
            Load load,
            Function<Consumer<ClientSecond>, LoadRun> start,
            RunningService service,
            TrialListener listener,
            Optional<StopRule> stop,
            Time time) {
        this.load = load;
        this.listener = listener;
        this.stop = stop;
        this.time = time;
        recording = new Recording(time, load.ramp().isPresent() && !load.closed());
        failures = new FailureDetector(service);
        run = start.apply(recording::add);
        begun = time.nanos();
        sampling = time.everySecond(new Sampler(
                service.probes(),
                values -> recording.add(secondThatEnded(time.nanos() - begun), values),
                failures::unreadable));
    }

    /** Returns the second that ended: a reading at its end reports it, give or take half of one. */
    private static int secondThatEnded(long nanos) {
        return (int) Math.max(0, (nanos - 500_000_000L) / 1_000_000_000L);
    }

    /** Counts from the next whole second on; what comes before it belongs to what was measured before. */
    void mark() {
        origin = Math.max(recording.seconds(), (int) Math.ceil(elapsed() / 1e9));
    }

    /** Returns the nanoseconds since the load started. */
    long elapsed() {
        return time.nanos() - begun;
    }

    /** Returns the whole seconds since the load started, whatever is counted from. */
    int age() {
        return recording.seconds();
    }

    int seconds() {
        return Math.max(0, recording.seconds() - origin);
    }

    List<Sample> samples(int from) {
        return samples(from, Integer.MAX_VALUE - origin);
    }

    List<Sample> samples(int from, int to) {
        List<Sample> samples = recording.samples(origin + from, origin + to);
        return origin == 0
                ? samples
                : samples.stream()
                        .map(each -> new Sample(each.second() - origin, each.values()))
                        .toList();
    }

    /** Returns the latest seconds, of which the last may not be read yet. */
    List<Sample> latest() {
        return recording.samples(Math.max(0, recording.seconds() - 3), Integer.MAX_VALUE);
    }

    List<ClientSecond> client(int from, int to) {
        return recording.client(origin + from, origin + to);
    }

    /** Starts no new request, or goes on. */
    void hold(boolean held) {
        run.hold(held);
    }

    /** Returns whether it can be held without changing what is left of it. */
    boolean pausable() {
        return run.holds() && load.shape() instanceof Load.Users;
    }

    /** Counts the requests that have not ended. */
    long inFlight() {
        return run.inFlight();
    }

    /** Returns whether no further request will come. */
    boolean over() {
        return run.ended();
    }

    /** Waits for the next second, and returns false at the end of the load; fails where service, database or load do. */
    boolean awaitSecond() throws InterruptedException {
        int before = recording.seconds();
        for (int tries = 0; !recording.awaitBeyond(before, PATIENCE.dividedBy(PATIENCE_TRIES)); tries++) {
            if (silent(before)) {
                return false;
            }
            if (tries >= PATIENCE_TRIES) {
                throw new EnvironmentFailure(
                        "the load generator has reported nothing for " + PATIENCE.toSeconds() + " s",
                        "see whether the machine is overloaded");
            }
        }
        hear();
        return true;
    }

    /** Returns whether nothing more will be heard, as of a script that ends by itself. */
    private boolean silent(int before) {
        Optional<EnvironmentFailure> failure = run.failure();
        if (failure.isPresent()) {
            throw failure.get();
        }
        return run.ended() && recording.seconds() == before && load.script().isPresent();
    }

    /** Passes the latest second on, unless that has been done. */
    private void hear() {
        if (recording.seconds() == heard) {
            return;
        }
        List<Sample> latest = recording.samples(Math.max(0, heard - 1), Integer.MAX_VALUE);
        heard = recording.seconds();
        failures.check(recording.client(0, Integer.MAX_VALUE));
        // Probes tell a second later than clients: what they told last stands for it.
        var values = new EnumMap<Metric, Double>(Metric.class);
        latest.forEach(each -> values.putAll(each.values()));
        listener.second(new Sample(latest.get(latest.size() - 1).second(), values));
    }

    /**
     * Waits until so much time has passed since the load started; fails where service, database or load do.
     *
     * @return whether it has, rather than the load ended before
     */
    boolean awaitElapsed(long nanos) throws InterruptedException {
        for (long left = nanos - elapsed(); left > 0; left = nanos - elapsed()) {
            hear();
            recording.awaitBeyond(recording.seconds(), Duration.ofNanos(left));
            Optional<EnvironmentFailure> failure = run.failure();
            if (failure.isPresent()) {
                throw failure.get();
            }
            if (run.ended()) {
                return false;
            }
        }
        return true;
    }

    void awaitSeconds(int count) throws InterruptedException {
        while (seconds() < count && awaitSecond()) {
            // The condition does the waiting.
        }
    }

    End awaitStage(int count) throws InterruptedException {
        while (seconds() < count && !mustStop() && awaitSecond()) {
            // The condition does the waiting.
        }
        return seconds() < count && mustStop() ? End.STOPPED : End.PLANNED;
    }

    boolean mustStop() {
        return stop.filter(rule -> rule.holds(client(0, seconds()), samples(0))).isPresent();
    }

    /** Returns whether a script ramps its users by itself; it is measured only once they are all there. */
    boolean usersStillCome() {
        List<Sample> all = recording.samples(0, Integer.MAX_VALUE);
        return load.shape() instanceof Load.Scripted
                && all.size() > USERS_SETTLE
                && users(all.get(all.size() - 1)) > users(all.get(all.size() - 1 - USERS_SETTLE));
    }

    private static double users(Sample sample) {
        return sample.get(Metric.USERS).orElse(0);
    }

    /**
     * Returns the second after the last that can be measured. The edge of a load that ended by itself does not count:
     * its last second, and those in which some of its users had left.
     *
     * @param from the first second that is measured
     * @throws EnvironmentFailure if there are no two
     */
    int measurableEnd(int from) {
        List<ClientSecond> all = client(0, seconds());
        int to = all.size();
        if (over() && load.script().isPresent()) {
            double most = all.stream().mapToDouble(ClientSecond::users).max().orElse(0);
            to = Math.max(Math.min(to, from + TrialCost.LEAST_SECONDS), to - 1);
            while (to > from + TrialCost.LEAST_SECONDS && all.get(to - 1).users() < PRESENT * most) {
                to--;
            }
        }
        if (to < from + TrialCost.LEAST_SECONDS) {
            throw new EnvironmentFailure(
                    "the load was over after " + age() + " s, before two seconds could be measured from second "
                            + (origin + from) + " on",
                    "let the script run for at least 30 s, or give load.users, so that Poolfit ends the load");
        }
        return to;
    }

    boolean poolStillGrows(Settings wanted) {
        List<Sample> all = samples(0);
        if (all.isEmpty()) {
            return true;
        }
        Sample last = all.get(all.size() - 1);
        double pool = wanted.pool().orElse(0);
        return all.size() < PATIENCE_FOR_POOL
                && last.get(Metric.POOL_TOTAL).orElse(pool) < pool
                && last.get(Metric.POOL_PENDING).orElse(0) > 0;
    }

    /** Returns whether no request has ended yet, well or not. */
    boolean nothingEnded() {
        return recording.client(0, Integer.MAX_VALUE).stream().allMatch(second -> second.good() + second.failed() == 0);
    }

    void requireSomeSuccess() {
        failures.requireSomeSuccess(recording.client(0, Integer.MAX_VALUE));
    }

    @Override
    public void close() {
        sampling.close();
        Duration timeout = load.timeout();
        run.stop(timeout.compareTo(LONGEST_DRAIN) < 0 ? timeout : LONGEST_DRAIN);
    }
}
