package dev.poolfit.holders;

import java.util.Optional;

/**
 * Statements of one shape that an endpoint sent on its connections; estimated for all its holds where only some were
 * watched.
 *
 * @param shape the statement without its values
 * @param holds the number of holds that sent it
 * @param count the number of statements sent
 * @param seconds that they took together, until the database had answered; rows may be read later
 * @param most the most that one hold sent
 * @param stack that sent one of them, if that was seen
 */
public record SentStatement(
        String shape, double holds, double count, double seconds, long most, Optional<Stack> stack) {
    /** Returns how many a hold sends, of the holds that send it. */
    public double perHold() {
        return holds == 0 ? 0 : count / holds;
    }

    /** Returns the mean time of one, in milliseconds. */
    public double eachMs() {
        return count == 0 ? 0 : seconds / count * 1e3;
    }
}
