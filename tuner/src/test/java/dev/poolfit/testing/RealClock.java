package dev.poolfit.testing;

import java.time.InstantSource;
import java.util.function.LongSupplier;

/** The machine's clock, to be handed to a program under test that runs in real time; no test reads it. */
public final class RealClock {
    public static final LongSupplier NANOSECONDS = System::nanoTime;
    public static final InstantSource INSTANTS = InstantSource.system();

    private RealClock() {}
}
