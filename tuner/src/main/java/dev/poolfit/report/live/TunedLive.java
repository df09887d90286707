package dev.poolfit.report.live;

import dev.poolfit.evidence.live.LiveRound;
import dev.poolfit.evidence.live.Served;
import dev.poolfit.experiment.LiveGuard;
import dev.poolfit.verdict.live.LiveDescent;
import dev.poolfit.verdict.live.LiveQuestion;
import dev.poolfit.verdict.sizing.Sizing;
import java.util.List;
import java.util.Optional;

/**
 * A service whose pool was tuned under its own traffic.
 *
 * @param name of the experiment
 * @param pool the pool's name
 * @param recorded the traffic that was recorded first, and its replay
 * @param question that was asked
 * @param descent the sizes that were tried
 * @param rounds all that was measured
 * @param guard what the users were guarded by
 * @param restarts how many times the service was lost and found again
 * @param lost how many rounds were lost because Poolfit was silent
 * @param applied whether the pool was set to the answer
 */
public record TunedLive(
        String name,
        String pool,
        Sizing recorded,
        LiveQuestion question,
        LiveDescent descent,
        List<LiveRound> rounds,
        LiveGuard guard,
        int restarts,
        int lost,
        boolean applied) {
    public TunedLive {
        rounds = List.copyOf(rounds);
    }

    /** Returns the seconds in which sizes took turns. */
    double seconds() {
        return rounds.stream().mapToDouble(LiveRound::seconds).sum();
    }

    /** Returns the borrows that were asked for meanwhile. */
    double borrows() {
        return rounds.stream().mapToDouble(LiveRound::borrows).sum();
    }

    /** Returns the seconds that borrows waited for the run, beyond what they wait at today's size; less counts as none. */
    double extraWaitSeconds() {
        return rounds.stream()
                        .mapToDouble(each -> Math.max(0, each.extraWaitMs()))
                        .sum()
                / 1000;
    }

    /** Returns what the web server answered meanwhile; empty where it does not tell. */
    Optional<Served> served() {
        return rounds.stream().flatMap(each -> each.served().stream()).reduce(Served::plus);
    }

    /** Returns whether a size is recommended. */
    public boolean decided() {
        return recorded.allowsFewer() && descent.decided();
    }

    /** Returns the recommended size, or today's where none is. */
    public int size() {
        return descent.enough();
    }
}
