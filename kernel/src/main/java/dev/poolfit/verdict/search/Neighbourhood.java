package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.CountKnob;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import dev.poolfit.units.IntRange;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.comparison.Axis;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Settings that belong together: which thread count goes with a pool size, and what lies one step away.
 *
 * <p>A request keeps a worker thread for S and a connection for h of that time, so P busy connections need about
 * {@code P·S/h} threads (Little's law on both). With fewer the pool idles, with many more requests queue for
 * connections, where HikariCP serves them out of turn, instead of in Tomcat's queue. S/h is read off the baseline:
 * (busy − pending) / active.
 */
final class Neighbourhood {
    private static final double HEADROOM = 1.25;
    /** So many times the threads that are needed are worth to be compared with them. */
    private static final double MANY = 1.3;

    private final SearchSpace space;
    private final Settings found;
    private final double threadsPerConnection;
    /** The hold time of a request, in seconds. */
    private final Optional<Double> hold;

    Neighbourhood(SearchProblem problem, List<Trial> trials) {
        space = problem.space();
        found = problem.found();
        threadsPerConnection = trials.stream()
                .filter(trial -> trial.role() == Role.BASELINE)
                .flatMap(trial -> threadsPerConnection(trial).stream())
                .findFirst()
                .orElse(Double.POSITIVE_INFINITY);
        hold = trials.stream()
                .filter(trial ->
                        trial.role() == Role.BASELINE && trial.throughput().mean() > 0)
                .findFirst()
                .flatMap(trial -> trial.mean(Metric.POOL_ACTIVE).stream()
                        .mapToObj(active -> active / trial.throughput().mean())
                        .findFirst());
    }

    private static Optional<Double> threadsPerConnection(Trial trial) {
        double active = trial.mean(Metric.POOL_ACTIVE).orElse(0);
        double busy = trial.mean(Metric.THREADS_BUSY).orElse(0);
        double pending = trial.mean(Metric.POOL_PENDING).orElse(0);
        return active > 0.1 && busy > pending ? Optional.of(Math.max(1, (busy - pending) / active)) : Optional.empty();
    }

    Optional<IntRange> pools() {
        return space.of(Knob.POOL);
    }

    Optional<IntRange> threads() {
        return space.of(Knob.THREADS);
    }

    /** Returns whether there is nothing to choose between. */
    boolean single() {
        return space.ranges().values().stream().allMatch(range -> range.low() == range.high());
    }

    /** The pool size with as many threads as keep it busy, or with those found where threads are not tuned. */
    Settings withPool(int pool) {
        Settings settings = found.with(Knob.POOL, pool);
        return threads()
                .map(range ->
                        settings.with(Knob.THREADS, range.clamp(Math.ceil(pool * threadsPerConnection * HEADROOM) + 2)))
                .orElse(settings);
    }

    /** Little's law: connections in use = rate × hold time, with the baseline's active ÷ throughput as the hold. */
    int poolFor(double rate) {
        return hold.map(seconds -> (int) Math.ceil(rate * seconds))
                .orElseGet(() -> pools().orElseThrow().clamp(found.pool().orElse(10)));
    }

    /** Returns whether a failure at this setting is the pool's and not a lack of threads. */
    boolean enoughThreads(Settings settings) {
        int wanted = withPool(settings.pool().orElse(0)).threads().orElse(0);
        return threads().isEmpty() || settings.threads().orElse(0) >= wanted;
    }

    /** The knob that is tuned first: the pool where it is. */
    private CountKnob first() {
        return pools().isPresent() ? Knob.POOL : Knob.THREADS;
    }

    /** The values that the knob tuned first may have. */
    IntRange range() {
        return space.of(first()).orElseThrow();
    }

    /** The knob that is tuned first, with the companion settings that belong to each of its values. */
    Axis axis() {
        return pools().isPresent()
                ? new Axis(range(), this::withPool, this::value, Neighbourhood::poolStep)
                : threads(found, range());
    }

    /**
     * The same, where all pools have the same threads. What differs in the pool alone follows a switch within a few holds, while the requests
     * of threads that are too many run to their end.
     *
     * @param fewer whether the threads are those that keep the largest pool busy, though there are more
     */
    Axis axisAtSameThreads(boolean fewer) {
        Axis axis = axis();
        if (pools().isEmpty() || threads().isEmpty()) {
            return axis;
        }
        int busy = threadsOfLargest();
        int threads = fewer
                ? busy
                : Math.max(busy, threads().get().clamp(found.threads().orElse(0)));
        return new Axis(
                axis.range(), pool -> axis.settings(pool).with(Knob.THREADS, threads), axis.valueOf(), axis.step());
    }

    /** The initial pool with as many threads as keep the largest pool busy, where those are far fewer than there are. */
    Optional<Settings> withFewerThreads() {
        return pools().isPresent()
                        && threads().isPresent()
                        && MANY * threadsOfLargest() < found.threads().orElse(0)
                ? Optional.of(found.with(Knob.THREADS, threadsOfLargest()))
                : Optional.empty();
    }

    private int threadsOfLargest() {
        int own = threads().orElseThrow().clamp(found.threads().orElse(0));
        return Double.isInfinite(threadsPerConnection)
                ? own
                : withPool(range().high()).count(Knob.THREADS);
    }

    /** Thread counts beside settings that stay. */
    static Axis threads(Settings beside, IntRange range) {
        return new Axis(
                range,
                value -> beside.with(Knob.THREADS, value),
                settings -> settings.count(Knob.THREADS),
                Neighbourhood::threadStep);
    }

    /** The value of the knob that is tuned first. */
    int value(Settings settings) {
        return settings.count(first());
    }

    /** One step smaller on the knob that is tuned first, the pool where it is. */
    Optional<Settings> below(Settings settings) {
        int smaller = value(settings) - firstStep(settings);
        return smaller < range().low() ? Optional.empty() : Optional.of(settings.with(first(), smaller));
    }

    /** One step larger on the knob that is tuned first. */
    Optional<Settings> above(Settings settings) {
        int larger = value(settings) + firstStep(settings);
        return larger > range().high() ? Optional.empty() : Optional.of(settings.with(first(), larger));
    }

    private int firstStep(Settings settings) {
        return first() == Knob.POOL ? poolStep(value(settings)) : threadStep(value(settings));
    }

    /** Returns how exactly a pool size is worth knowing: a twentieth, for with it throughput changes by that at most. */
    private static int poolStep(int pool) {
        return Math.max(1, pool / 20);
    }

    /** Returns how exactly a thread count is worth knowing: a tenth. */
    static int threadStep(int threads) {
        return Math.max(1, threads / 10);
    }

    /** Settings across the whole space, each about 1.6 times the one before, from the smallest. */
    List<Settings> ladder() {
        IntRange range = range();
        var rungs = new TreeSet<Integer>();
        for (double value = Math.max(1, range.low());
                value * 1.3 < range.high();
                value = Math.max(value + 1, value * 1.62)) {
            rungs.add((int) Math.round(value));
        }
        rungs.add(range.high());
        var settings = new ArrayList<Settings>();
        for (int rung : rungs) {
            settings.add(pools().isPresent() ? withPool(rung) : found.with(Knob.THREADS, rung));
        }
        return settings;
    }
}
