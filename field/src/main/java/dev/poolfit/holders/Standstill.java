package dev.poolfit.holders;

import dev.poolfit.units.Message;
import java.util.Optional;

/**
 * All connections of a pool stand still: every request that has one waits for another, or is gone.
 *
 * @param connections that are held
 * @param waiting requests that hold one and wait for another
 * @param seconds since the last one was handed out, at the last look; 0 where that was before the observation
 * @param name of one that waits; empty where it got its connection before the observation
 * @param borrowed the stack that got its first connection, where that was recorded
 * @param waits the stack that waits for the next
 */
public record Standstill(
        int connections, int waiting, double seconds, String name, Optional<Stack> borrowed, Stack waits) {
    /** Says so, with both stacks where they are known. */
    public Message said() {
        String place = waits.top().map(HoldVerdict::shortened).orElse("?");
        return Message.of(
                "holders.deadlock",
                connections,
                waiting,
                borrowed.flatMap(Stack::top)
                        .map(got -> Message.of("holders.deadlock.got", name, HoldVerdict.shortened(got), place))
                        .orElseGet(() -> Message.of("holders.deadlock.waits", place)));
    }
}
