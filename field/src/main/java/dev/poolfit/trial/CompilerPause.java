package dev.poolfit.trial;

import dev.poolfit.evidence.Compilation;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Lets the JIT compiler of the service catch up: where load takes all cores, the compiler's threads are a few among many, and its
 * queue lasts for minutes. While users pause, it is empty after a second or two.
 */
final class CompilerPause {
    /** The longest pause, in seconds; the requests under way end in the first of them. */
    private static final int LONGEST = 4;

    private final LoadSession session;

    CompilerPause(LoadSession session) {
        this.session = session;
    }

    /** Returns whether the compiler has much to do, and the load can be held. */
    boolean wanted() {
        return session.pausable() && compiling() >= Compilation.COLD;
    }

    /** Holds the load until the compiler has nothing left to do, for {@value #LONGEST} s at most. */
    void take() throws InterruptedException {
        session.hold(true);
        try {
            boolean goesOn = true;
            for (int held = 0; goesOn && held < LONGEST; held++) {
                goesOn = session.awaitSecond() && (held < 1 || compiling() >= Compilation.NOTICEABLE);
            }
        } finally {
            session.hold(false);
        }
    }

    /** Returns the milliseconds of compilation in the latest second that tells them; 0 where none does. */
    private double compiling() {
        List<Sample> all = session.latest();
        for (int i = all.size() - 1; i >= 0; i--) {
            OptionalDouble read = all.get(i).get(Metric.JIT_TIME);
            if (read.isPresent()) {
                return read.getAsDouble();
            }
        }
        return 0;
    }
}
