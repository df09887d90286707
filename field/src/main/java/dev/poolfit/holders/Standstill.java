package dev.poolfit.holders;

import dev.poolfit.units.Message;
import java.util.Optional;

/**
 * All connections of a pool stand still: every request that has one waits for another, or is gone, or keeps it for very long.
 *
 * @param connections that are held
 * @param waiting requests that hold one and wait for another
 * @param over whether it ended before the observation did
 * @param name of one that waits; empty where it got its connection before the observation
 * @param borrowed the stack that got its first connection, where that was recorded
 * @param waits the stack that waits for the next
 */
public record Standstill(
        int connections, int waiting, boolean over, String name, Optional<Stack> borrowed, Stack waits) {
    /** Returns it as one that has ended. */
    Standstill ended() {
        return new Standstill(connections, waiting, true, name, borrowed, waits);
    }

    /** Says so, with both stacks where they are known. */
    public Message said() {
        String place = waits.top().map(HoldVerdict::shortened).orElse("?");
        return Message.of(
                over ? "holders.deadlock-over" : "holders.deadlock",
                connections,
                waiting,
                borrowed.flatMap(Stack::top)
                        .map(got -> Message.of("holders.deadlock.got", name, HoldVerdict.shortened(got), place))
                        .orElseGet(() -> Message.of("holders.deadlock.waits", place)));
    }
}
