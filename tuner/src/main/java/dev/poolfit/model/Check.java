package dev.poolfit.model;

import dev.poolfit.units.Sentence;

/**
 * Something that must hold if data and model belong together.
 *
 * @param name such as {@code users = rate × (response + think)}
 * @param passed whether it holds
 * @param statement what was found, in a whole sentence with its figures
 */
public record Check(Sentence name, boolean passed, Sentence statement) {}
