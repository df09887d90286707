package dev.poolfit.report;

import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.Trial;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.units.Message;
import java.time.Duration;

/** Nobody looks on. */
public class NoProgress implements Progress {
    @Override
    public void phase(Message what) {}

    @Override
    public void trialStarted(PlannedTrial planned, int number) {}

    @Override
    public void second(Sample sample) {}

    @Override
    public void timeLeft(Duration left) {}

    @Override
    public void trialEnded(Trial trial) {}

    @Override
    public void done() {}
}
