package dev.poolfit.holders;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * A connection that is held for very long.
 *
 * @param name of whoever got it
 * @param seconds since it was handed out; of an earlier one since the observation began
 * @param state who works with it
 * @param borrowed the stack that got it, where that was recorded
 * @param use the stack of the thread that works with it
 * @param earlier whether it was handed out before the observation
 * @param still whether that thread has used no CPU for 5 s: it waits for one answer
 */
public record LongHold(
        String name,
        double seconds,
        State state,
        Optional<Stack> borrowed,
        Optional<Stack> use,
        boolean earlier,
        boolean still) {
    /** Stands for {@link State#WORKING} with a thread that is {@link #still}. */
    static final String STILL = "still";

    /** One that was handed out while it was observed. */
    public LongHold(String name, double seconds, State state, Optional<Stack> borrowed, Optional<Stack> use) {
        this(name, seconds, state, borrowed, use, false, false);
    }

    public LongHold {
        // A report of an older version tells leaks alone.
        state = Objects.requireNonNullElse(state, State.LEFT);
        use = Objects.requireNonNullElse(use, Optional.empty());
    }

    /** Returns whether a thread has waited for one answer of the database with it for long. */
    boolean awaitsAnswer() {
        return still && use.filter(each -> each.kind() == HoldKind.DATABASE).isPresent();
    }

    /** Says who works with a connection that is held for long. */
    public enum State {
        /** Nobody works with it any more: it was not given back. */
        LEFT,
        /** A thread works with it. */
        WORKING,
        /** Nobody needs to: open-in-view keeps it until the response of an asynchronous request has ended. */
        STREAM,
        /** No thread works with it at the moment: code is suspended that has it, or it was handed on. */
        NOBODY;

        /** Returns the state of that name; what an older agent does not tell was not given back. */
        static State named(String name) {
            if (name.equals(STILL)) {
                return WORKING;
            }
            for (State each : values()) {
                if (each.name().toLowerCase(Locale.ROOT).equals(name)) {
                    return each;
                }
            }
            return LEFT;
        }
    }
}
