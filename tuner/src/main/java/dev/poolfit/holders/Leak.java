package dev.poolfit.holders;

import java.util.Optional;

/**
 * A connection that is held for very long and was not given back.
 *
 * @param name whoever got it
 * @param seconds since it was handed out
 * @param borrowed the stack that got it, where that was recorded
 */
public record Leak(String name, double seconds, Optional<Stack> borrowed) {}
