package dev.poolfit.verdict.live;

import dev.poolfit.experiment.LiveGuard;
import dev.poolfit.model.replay.ReplayedWaits;
import dev.poolfit.units.Durations;
import dev.poolfit.verdict.sizing.Sizing;
import java.util.List;

/**
 * What is asked of a service under its own traffic.
 *
 * @param today the size of its pool, at least 1
 * @param least the smallest size that may be tried, at least 1
 * @param margin the share by which a smaller pool may be worse, 0 to 1
 * @param guard what borrowers may bear at a smaller size
 * @param enough the size that the recorded traffic needs by its replay, at least 1
 * @param replay the waits that the replay expects, by rising size
 * @param stepSeconds the longest time for one size
 */
public record LiveQuestion(
        int today,
        int least,
        double margin,
        LiveGuard guard,
        int enough,
        List<ReplayedWaits> replay,
        double stepSeconds) {
    /** The share of borrows that may be late at a smaller size beyond those that are late today: as the replay asks for. */
    public static final double LATE = 0.01;

    /** A burst that comes every minute should have its chance to come. */
    private static final double SHORTEST_SECONDS = 60;

    private static final double SHORTEST_PART = 0.25;

    public LiveQuestion {
        replay = List.copyOf(replay);
    }

    /**
     * Returns the question for a service whose traffic was recorded. No size is tried at which requests that hold several connections
     * at once could wait for each other for good.
     *
     * @param recorded the traffic of today's pool, and its replay
     * @param today the size of its pool, at least 1
     * @param least the smallest size that may be tried for other reasons, at least 1
     */
    public static LiveQuestion of(
            Sizing recorded, int today, int least, double margin, LiveGuard guard, double stepSeconds) {
        boolean known = recorded.hasTraffic() && !recorded.need().limited();
        return new LiveQuestion(
                today,
                Math.min(Math.max(least, recorded.least()), today),
                margin,
                guard,
                known ? Math.min(today, recorded.recommended()) : today,
                recorded.curve(),
                stepSeconds);
    }

    /**
     * Returns whether a size is expected to break a guard; a smaller one that was replayed speaks for it. What it costs follows from how
     * soon it is shown to be worse, which the guard for that bounds.
     */
    boolean breaksGuard(int size) {
        return replay.stream()
                .filter(each -> each.connections() <= size)
                .reduce((smaller, larger) -> larger)
                .filter(each -> each.timeouts() > guard.timeouts()
                        || each.p999Ms() > 1000 * Durations.seconds(guard.longestWait())
                        || each.p999Waiting() > guard.pending())
                .isPresent();
    }

    /** Returns the shortest time after which a size may be called no worse, in seconds. */
    double shortestSeconds() {
        return Math.min(SHORTEST_SECONDS, SHORTEST_PART * stepSeconds);
    }

    /** Returns the smallest size that may be tried, and is expected to break no guard; today's where none is. */
    int leastSafe() {
        int size = today;
        while (size > least && !breaksGuard(size - 1)) {
            size--;
        }
        return size;
    }
}
