package dev.poolfit.report;

import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.Trial;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Trace;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.units.Message;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Watches a run. */
public interface Progress {
    /** Tells what goes on between trials, such as {@code starting the service}; it may be told again with other figures. */
    void phase(Message what);

    /**
     * Tells that the service is there.
     *
     * @param name the name of its pool, as HikariCP says it
     */
    default void poolFound(String name) {}

    /**
     * Tells what the search decided.
     *
     * @param trace the rules that were asked
     * @param plan what they ask for; empty at the verdict
     */
    default void decided(Trace trace, Optional<TrialPlan> plan) {}

    void trialStarted(PlannedTrial planned, int number);

    /**
     * Tells that several settings begin to take turns under one load; their trials end together.
     *
     * @param number the number of the first
     */
    default void turnsStarted(List<PlannedTrial> planned, int number) {
        phase(Message.of("phase.switching", together(planned)));
    }

    /** Returns the settings, such as {@code pool 4, threads 20; pool 8, threads 20}. */
    static String together(List<PlannedTrial> planned) {
        return planned.stream().map(each -> each.settings().toString()).collect(Collectors.joining("; "));
    }

    void second(Sample sample);

    /** Tells the time that is left of the run, about. */
    void timeLeft(Duration left);

    void trialEnded(Trial trial);

    /** Tells that the run ended, well or not. */
    void done();
}
