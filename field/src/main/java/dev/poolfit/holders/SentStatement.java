package dev.poolfit.holders;

import java.util.Optional;

/**
 * Statements of one shape that an endpoint sent on its connections; where only some of its holds were watched, estimated for all.
 *
 * @param shape the statement without its values
 * @param holds how many holds sent it
 * @param count how many were sent
 * @param seconds how long they took together, until the database had answered; rows may be read later
 * @param most the most that one hold sent
 * @param stack where one of them was sent, if that was seen
 */
public record SentStatement(
        String shape, double holds, double count, double seconds, long most, Optional<Stack> stack) {
    /** How many a hold sends, of the holds that send it. */
    public double perHold() {
        return holds == 0 ? 0 : count / holds;
    }

    /** How long one takes, in milliseconds. */
    public double eachMs() {
        return count == 0 ? 0 : seconds / count * 1e3;
    }
}
