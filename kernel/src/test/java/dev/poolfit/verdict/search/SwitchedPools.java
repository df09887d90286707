package dev.poolfit.verdict.search;

import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Role;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.comparison.RealSizes;
import dev.poolfit.verdict.comparison.SwitchingMethod;
import dev.poolfit.verdict.rule.Move;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Makes trials of pools that were switched under one load, without a model; 10 was found. */
abstract class SwitchedPools {
    static final Duration BUDGET = Duration.ofMinutes(4);
    static final int BLOCKS = 12;
    static final double NOISE = 0.004;

    final List<Trial> trials = new ArrayList<>();

    static Settings pool(int pool) {
        return Settings.ofPoolAndThreads(pool, 200);
    }

    /** All of one load; each goes up and down in a rhythm of its own. */
    void compared(double[] rates, int... pools) {
        compared(BLOCKS, rates, pools);
    }

    void compared(int blocks, double[] rates, int... pools) {
        int load = trials.size() + 1;
        for (int i = 0; i < pools.length; i++) {
            double rate = rates[i];
            int rhythm = 1 << i;
            trials.add(TrialBuilder.trial(trials.size() + 1)
                    .at(pool(pools[i]))
                    .rate(rate)
                    .periods(
                            load,
                            IntStream.range(0, blocks)
                                    .mapToObj(block -> rate * Math.exp((block & rhythm) == 0 ? NOISE : -NOISE))
                                    .toList())
                    .build());
        }
    }

    void alone(int pool, double p99, double half) {
        trials.add(alone(pool, 200).p99Ms(p99, half).build());
    }

    TrialBuilder alone(int pool, double rate) {
        return TrialBuilder.trial(trials.size() + 1)
                .role(Role.CONFIRM)
                .at(pool(pool))
                .rate(rate);
    }

    static Conclusion said(SwitchingEvidence evidence) {
        return (Conclusion) ((Move.Say) evidence.verdict().orElseThrow()).decision();
    }

    SwitchingEvidence evidence(Goal goal) {
        SearchProblem problem = Questions.pools(goal, BUDGET);
        return evidence(problem, SwitchingMethod.RESIZED);
    }

    SwitchingEvidence evidence(SearchProblem problem, SwitchingMethod method) {
        List<Trial> others = RealSizes.others(trials);
        var realSizes = new RealSizes(trials, others);
        return new SwitchingEvidence(
                problem,
                new JudgedTrials(others),
                method,
                realSizes,
                BUDGET,
                Optional.empty(),
                RealSizeCheck.kept(problem, method, realSizes));
    }

    SwitchingEvidence evidence() {
        return evidence(Goal.HIGHEST);
    }

    static List<Settings> planned(Optional<Move> move) {
        return move.stream()
                .flatMap(each -> ((Move.Try) each).plan().trials().stream())
                .map(PlannedTrial::settings)
                .toList();
    }

    SwitchingEvidence withinThePool() {
        return evidence(Questions.pools(Goal.HIGHEST, BUDGET).withLimiter(), SwitchingMethod.WITHIN_POOL);
    }
}
