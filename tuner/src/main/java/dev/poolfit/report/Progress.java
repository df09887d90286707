package dev.poolfit.report;

import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.Trial;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.units.Message;
import java.time.Duration;

/** Someone who watches a run. */
public interface Progress {
    /**
     * What goes on between trials, such as {@code starting the service}. May be told again with other figures while it goes
     * on.
     */
    void phase(Message what);

    void trialStarted(PlannedTrial planned, int number);

    void second(Sample sample);

    /** About so much time is left of the run. */
    void timeLeft(Duration left);

    void trialEnded(Trial trial);

    /** The run ended, well or not. */
    void done();
}
