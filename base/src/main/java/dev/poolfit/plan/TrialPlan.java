package dev.poolfit.plan;

import dev.poolfit.experiment.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Trials in the order in which they are run, or side by side.
 *
 * @param switching the way in which their settings are switched under one load; empty where each has the load for itself
 */
public record TrialPlan(List<PlannedTrial> trials, Optional<Switching> switching) {
    public TrialPlan {
        trials = List.copyOf(trials);
    }

    /** A plan of one trial after the other. */
    public TrialPlan(List<PlannedTrial> trials) {
        this(trials, Optional.empty());
    }

    /**
     * Puts all settings under one load: each has one period a block, in an order that is drawn anew for each block, so that a
     * drift of service and machine hits all of them alike.
     *
     * @param settings at least two, each once
     * @throws IllegalArgumentException if there are fewer than two different settings
     */
    public static TrialPlan switching(Role role, List<Settings> settings, Switching switching) {
        if (settings.size() < 2 || settings.stream().distinct().count() < settings.size()) {
            throw new IllegalArgumentException("settings must be two or more different ones, but are " + settings);
        }
        return new TrialPlan(
                settings.stream()
                        .map(each -> new PlannedTrial(role, each, switching.measured()))
                        .toList(),
                Optional.of(switching));
    }

    /** Returns this plan with each setting replaced by a function's. */
    public TrialPlan with(UnaryOperator<Settings> other) {
        return new TrialPlan(
                trials.stream()
                        .map(each -> new PlannedTrial(
                                each.role(), other.apply(each.settings()), each.measure(), each.predicted()))
                        .toList(),
                switching);
    }

    /** Returns this plan with the good responses a second that the model expects of its settings. */
    public TrialPlan predicted(ToDoubleFunction<Settings> throughput) {
        return new TrialPlan(
                trials.stream()
                        .map(each -> new PlannedTrial(
                                each.role(),
                                each.settings(),
                                each.measure(),
                                positive(throughput.applyAsDouble(each.settings()))))
                        .toList(),
                switching);
    }

    private static OptionalDouble positive(double rate) {
        return rate > 0 ? OptionalDouble.of(rate) : OptionalDouble.empty();
    }

    public static TrialPlan single(Role role, Settings settings, Duration measure) {
        return new TrialPlan(List.of(new PlannedTrial(role, settings, measure)));
    }

    /**
     * Plans each setting once a round, each round shuffled anew, so that a drift of the machine does not favour a setting. The
     * same seed gives the same order.
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

    /** Returns text such as {@code SEARCH pool 5 for 3 s, 312.4/s expected}; with switching, {@code 6 x 2 s: …; …}. */
    @Override
    public String toString() {
        String turns = switching
                .map(each -> (each.checked() ? "checked, " : "") + each.blocks() + " x "
                        + (each.period().toMillis() % 1000 == 0
                                ? "" + each.period().toSeconds()
                                : "" + each.seconds())
                        + (each.within() ? " s within the pool: " : " s: "))
                .orElse("");
        return trials.stream().map(TrialPlan::text).collect(Collectors.joining("; ", turns, ""));
    }

    private static String text(PlannedTrial trial) {
        String expected = trial.predicted().isPresent()
                ? String.format(
                        Locale.ROOT, ", %.4g/s expected", trial.predicted().getAsDouble())
                : "";
        return trial.role() + " " + trial.settings() + " for " + trial.measure().toSeconds() + " s" + expected;
    }
}
