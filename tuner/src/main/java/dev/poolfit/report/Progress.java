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

/** Someone who watches a run. */
public interface Progress {
    /**
     * What goes on between trials, such as {@code starting the service}. May be told again with other figures while it goes
     * on.
     */
    void phase(Message what);

    /**
     * The service is there.
     *
     * @param name of its pool, as HikariCP says it
     */
    default void poolFound(String name) {}

    /**
     * The search decided.
     *
     * @param trace the rules that were asked
     * @param plan what they ask for; empty at the verdict
     */
    default void decided(Trace trace, Optional<TrialPlan> plan) {}

    void trialStarted(PlannedTrial planned, int number);

    /**
     * Several settings begin to take turns under one load; their trials end together.
     *
     * @param number that of the first
     */
    default void turnsStarted(List<PlannedTrial> planned, int number) {
        phase(Message.of("phase.switching", together(planned)));
    }

    /** Such as {@code pool 4, threads 20; pool 8, threads 20}. */
    static String together(List<PlannedTrial> planned) {
        return planned.stream().map(each -> each.settings().toString()).collect(Collectors.joining("; "));
    }

    void second(Sample sample);

    /** About so much time is left of the run. */
    void timeLeft(Duration left);

    void trialEnded(Trial trial);

    /** The run ended, well or not. */
    void done();
}
