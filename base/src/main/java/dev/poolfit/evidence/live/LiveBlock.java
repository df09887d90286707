package dev.poolfit.evidence.live;

/**
 * A block of turns: a smaller pool beside today's, which has twice as many of them, in two sides that differ in nothing (A/A).
 *
 * @param tried what the smaller one gave
 * @param today what today's size gave in one half of its turns
 * @param again what it gave in the other half
 */
public record LiveBlock(TurnSums tried, TurnSums today, TurnSums again) {
    /** Returns what today's size gave. */
    public TurnSums reference() {
        return today.plus(again);
    }
}
