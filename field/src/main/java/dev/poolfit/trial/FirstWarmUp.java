package dev.poolfit.trial;

import dev.poolfit.evidence.Sample;
import dev.poolfit.units.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Loads a service until it is warm ({@link ColdStart}), with pauses in which its compiler catches up. */
final class FirstWarmUp {
    /** Seconds of load between two pauses: enough to find what is worth compiling. */
    private static final int LOADED = 5;

    private final LoadSession session;
    private final TrialListener listener;
    private final CompilerPause pause;
    /** The seconds in which the service was under load. */
    private final List<Integer> loaded = new ArrayList<>();

    /** The seconds of which it is known whether load was held. */
    private int known;

    private int sincePause;

    FirstWarmUp(LoadSession session, TrialListener listener) {
        this.session = session;
        this.listener = listener;
        pause = new CompilerPause(session);
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
            if (sincePause >= LOADED && pause.wanted()) {
                pause.take();
                known = session.samples(0).size();
                sincePause = 0;
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
}
