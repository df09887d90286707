package dev.poolfit.trial;

import dev.poolfit.experiment.Load;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the load of all trials of a run, which goes on while settings change under it. A script is passed through once,
 * its ramp included; one that ends by itself, or whose busiest stage is over, is started again.
 */
final class SharedLoad implements AutoCloseable {
    private final Supplier<LoadSession> start;
    /** The part of the load that is measured; empty where all of it is alike. */
    private final Optional<Window> busiest;

    private @Nullable LoadSession running;

    /** @param load as far as it is known before it runs */
    SharedLoad(Load load, Supplier<LoadSession> start) {
        this.start = start;
        busiest = Window.busiest(load);
    }

    /**
     * Returns the load, with so many seconds or more of it left to measure.
     *
     * @param seconds wanted; a load that is measured for less than that in all is measured as long as it can be
     */
    LoadSession with(int seconds) throws InterruptedException {
        return with(seconds, 0);
    }

    /**
     * Returns the load, with so many seconds or more of it left to measure, for what may be done before it is measured.
     *
     * @param ahead seconds for which it is wanted before its measured part begins, if that is not too late
     */
    LoadSession with(int seconds, int ahead) throws InterruptedException {
        LoadSession present = running;
        if (present == null || !holds(seconds)) {
            end();
            present = start.get();
            running = present;
        }
        if (present.age() < from() - ahead) {
            present.awaitSeconds(from() - ahead);
        }
        return present;
    }

    private Optional<LoadSession> going() {
        return Optional.ofNullable(running).filter(session -> !session.over());
    }

    /**
     * Holds the load, where it can be held, while something is worked out: all cores are free for that, and for the compiler of the
     * service.
     */
    <T> T pausing(Supplier<T> work) {
        Optional<LoadSession> held = going().filter(LoadSession::pausable);
        held.ifPresent(session -> session.hold(true));
        try {
            return work.get();
        } finally {
            held.ifPresent(session -> session.hold(false));
        }
    }

    /** Returns whether it runs, with so many seconds or more of it left to measure. */
    boolean holds(int seconds) {
        return going().filter(session -> left(session) >= seconds).isPresent();
    }

    /** Returns whether only a part of it can be measured, of which nothing else may use a second. */
    boolean isLimited() {
        return busiest.isPresent();
    }

    /** Returns the seconds that are left to measure. */
    int left(LoadSession session) {
        return busiest.map(window -> window.to() - Math.max(session.age(), window.from()))
                .orElse(Integer.MAX_VALUE);
    }

    private int from() {
        return busiest.map(Window::from).orElse(0);
    }

    /** Ends the load, as before the service is started again; the next trial starts it. */
    void end() {
        LoadSession present = running;
        running = null;
        if (present != null) {
            present.close();
        }
    }

    @Override
    public void close() {
        end();
    }
}
