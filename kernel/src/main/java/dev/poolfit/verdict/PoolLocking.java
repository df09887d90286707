package dev.poolfit.verdict;

import dev.poolfit.evidence.NestedConnections;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.IntRange;

/**
 * Keeps a search to settings at which requests that hold several connections at once cannot all wait for one more
 * ({@link NestedConnections}).
 *
 * @param problem as it was asked
 * @param nested what such requests were seen to hold
 */
public record PoolLocking(SearchProblem problem, NestedConnections nested) {
    /** Returns the largest pool that may be tried. */
    private int largest() {
        return problem.space()
                .of(Knob.POOL)
                .map(IntRange::high)
                .orElseGet(() -> problem.found().pool().orElse(1));
    }

    /** Returns the most threads that are allowed: those that there are, as far as the range has them and the largest pool can serve them. */
    public int threads() {
        return Math.min(Math.max(found(), least()), nested.mostThreads(largest()));
    }

    private int least() {
        return problem.space().of(Knob.THREADS).map(IntRange::low).orElse(found());
    }

    private int found() {
        return problem.found().threads().orElseGet(() -> nested.threads().orElse(users()));
    }

    /** Returns how many requests there are at most where nothing limits the threads: as many as users who wait for each response. */
    private int users() {
        int users = problem.load().closed() ? problem.load().peakUsers() : 0;
        return users > 0 ? users : Integer.MAX_VALUE;
    }

    /** Returns whether the pool can stand still at every setting that may be tried. */
    public boolean unavoidable() {
        return threads() < least();
    }

    /** Returns the smallest pool that may be recommended where one may. */
    public int smallest() {
        return (int) nested.floor(threads());
    }

    /** Returns whether the pool can stand still at some settings. */
    public boolean forbids(Settings settings) {
        int threads = settings.threads().orElse(found());
        return nested.mostThreads(settings.pool().orElse(largest())) < threads;
    }

    /** Returns whether the search is kept from a setting that was asked for, or has no answer at all. */
    public boolean bounds() {
        return unavoidable() || !bounded().space().equals(problem.space());
    }

    /**
     * Returns the problem with those settings alone; where there is none, with no pool below the initial one, for a smaller one
     * stands still sooner.
     */
    public SearchProblem bounded() {
        return problem.within(
                unavoidable()
                        ? problem.space().withPoolFrom(problem.found().pool().orElse(1))
                        : problem.space().withPoolFrom(smallest()).withThreadsUpTo(threads()));
    }
}
