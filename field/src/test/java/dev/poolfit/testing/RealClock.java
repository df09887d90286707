package dev.poolfit.testing;

import dev.poolfit.trial.SystemTime;
import dev.poolfit.trial.Time;
import java.util.function.LongSupplier;

/** The machine's clock, to be handed to a program under test that runs in real time; no test reads it. */
public final class RealClock {
    public static final LongSupplier NANOSECONDS = System::nanoTime;
    public static final Time TIME = new SystemTime();

    private RealClock() {}
}
