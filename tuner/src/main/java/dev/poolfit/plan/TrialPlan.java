package dev.poolfit.plan;

import dev.poolfit.experiment.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Trials in the order in which they are run. */
public record TrialPlan(List<PlannedTrial> trials) {
    public TrialPlan {
        trials = List.copyOf(trials);
    }

    public static TrialPlan single(Role role, Settings settings, Duration measure) {
        return new TrialPlan(List.of(new PlannedTrial(role, settings, measure)));
    }

    /**
     * Each setting once a round, the rounds one after the other and each shuffled anew, so that a drift of the machine
     * does not favour a setting. The same seed gives the same order.
     */
    public static TrialPlan interleaved(Role role, List<Settings> settings, int rounds, Duration measure, long seed) {
        var random = new Random(seed);
        var trials = new ArrayList<PlannedTrial>();
        for (int round = 0; round < rounds; round++) {
            var block = new ArrayList<>(settings);
            Collections.shuffle(block, random);
            block.forEach(each -> trials.add(new PlannedTrial(role, each, measure)));
        }
        return new TrialPlan(trials);
    }
}
