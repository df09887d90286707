package dev.poolfit.model.fit;

import dev.poolfit.units.Message;

/**
 * A condition that must hold if data and model belong together.
 *
 * @param name such as {@code users = rate × (response + think)}
 * @param passed whether it holds
 * @param statement the result, in a whole sentence with its figures
 */
public record Check(Message name, boolean passed, Message statement) {}
