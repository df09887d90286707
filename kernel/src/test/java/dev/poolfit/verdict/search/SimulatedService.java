package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.Decision.TryNext;
import dev.poolfit.verdict.SearchProblem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A service that follows the operational laws exactly but for noise: min(pool, threads) connections, each serving
 * 1/hold requests a second, up to what the database can do.
 *
 * @param users in a closed loop without think time
 * @param hold seconds that a request holds its connection
 * @param most requests a second that the database can serve
 * @param variation of the throughput from run to run, as a share of it
 */
public record SimulatedService(int users, double hold, double most, double variation) {
    /** What a search ended with. */
    public record Ended(Conclusion conclusion, List<Trial> trials, List<PlannedTrial> planned) {}

    public double throughput(Settings settings) {
        int threads = Math.min(users, settings.threads().orElse(200));
        return Math.min(Math.min(settings.pool().orElseThrow(), threads) / hold, most);
    }

    public Ended search(SearchProblem problem, long seed) {
        var search = new BracketingSearch(problem);
        var random = new Random(seed);
        var trials = new ArrayList<Trial>();
        var planned = new ArrayList<PlannedTrial>();
        Duration left = problem.budget();
        Decision decision = search.next(trials, left);
        while (decision instanceof TryNext next) {
            for (PlannedTrial each : next.plan().trials()) {
                planned.add(each);
                trials.add(run(each, trials.size() + 1, random));
                left = left.minus(each.measure()).minusSeconds(2);
            }
            decision = search.next(trials, left);
        }
        return new Ended((Conclusion) decision, trials, planned);
    }

    public Trial run(PlannedTrial planned, int number, Random random) {
        double measured = planned.measure().toSeconds();
        double rate = throughput(planned.settings()) * Math.exp(variation * random.nextGaussian());
        int threads = Math.min(users, planned.settings().threads().orElse(200));
        int pool = planned.settings().pool().orElseThrow();
        double response = 1000 * users / rate;
        return TrialBuilder.trial(number)
                .role(planned.role())
                .at(planned.settings())
                .lasting(2, measured)
                .rate(rate, rate * 0.01)
                .responseMs(response)
                .p99Ms(new Interval(1.5 * response, 1.4 * response, 1.6 * response))
                .read(Metric.POOL_ACTIVE, Math.min(pool, threads))
                .read(Metric.POOL_PENDING, Math.max(0, threads - pool))
                .read(Metric.THREADS_BUSY, threads)
                .build();
    }
}
