package dev.poolfit.trial;

import dev.poolfit.evidence.Compilation;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import dev.poolfit.units.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Loads a service until it is warm ({@link ColdStart}). Where load takes all cores, the threads of the JIT compiler are a few among many,
 * and its queue lasts for minutes. So users pause now and then until it is empty, which takes a second or two.
 */
final class FirstWarmUp {
    /** Seconds of load between two pauses: enough to find what is worth compiling. */
    private static final int LOADED = 5;
    /** The longest pause, in seconds; the requests under way end in the first of them. */
    private static final int LONGEST_PAUSE = 4;

    private final LoadSession session;
    private final TrialListener listener;
    /** The seconds in which the service was under load. */
    private final List<Integer> loaded = new ArrayList<>();

    /** The seconds of which it is known whether load was held. */
    private int known;

    private int sincePause;

    FirstWarmUp(LoadSession session, TrialListener listener) {
        this.session = session;
        this.listener = listener;
    }

    /**
     * Returns when the service is warm, or the time is over.
     *
     * @param longest seconds, pauses included
     * @param firstResponse the seconds that the first response may take, if more
     * @throws dev.poolfit.evidence.EnvironmentFailure if service, database or load fail, or no request succeeded
     */
    void run(long longest, long firstResponse) throws InterruptedException {
        session.awaitSeconds(1);
        boolean goesOn = true;
        while (goesOn
                && (session.seconds() < longest && stillCold()
                        || session.seconds() < firstResponse && session.nothingEnded())) {
            if (session.pausable() && sincePause >= LOADED && compiling() >= Compilation.COLD) {
                pause();
            } else {
                goesOn = session.awaitSecond();
            }
        }
        session.requireSomeSuccess();
    }

    private boolean stillCold() {
        List<Sample> all = session.samples(0);
        for (; known < all.size(); known++) {
            loaded.add(known);
            sincePause++;
        }
        Optional<Message> waiting =
                ColdStart.waitsFor(loaded.stream().map(all::get).toList());
        waiting.ifPresent(listener::waiting);
        return waiting.isPresent();
    }

    /** Holds the load until the compiler has nothing left to do. */
    private void pause() throws InterruptedException {
        session.hold(true);
        try {
            boolean goesOn = true;
            for (int held = 0; goesOn && held < LONGEST_PAUSE; held++) {
                goesOn = session.awaitSecond() && (held < 1 || compiling() >= Compilation.NOTICEABLE);
            }
        } finally {
            session.hold(false);
        }
        known = session.samples(0).size();
        sincePause = 0;
    }

    /** Returns the milliseconds of compilation in the latest second that tells them. */
    private double compiling() {
        List<Sample> all = session.samples(0);
        for (int i = all.size() - 1; i >= 0; i--) {
            OptionalDouble read = all.get(i).get(Metric.JIT_TIME);
            if (read.isPresent()) {
                return read.getAsDouble();
            }
        }
        return 0;
    }
}
