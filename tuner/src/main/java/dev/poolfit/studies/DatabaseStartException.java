package dev.poolfit.studies;

import java.io.IOException;

/** Says why an embedded database could not be started, and what to do about it. */
public final class DatabaseStartException extends IOException {
    public DatabaseStartException(String message) {
        super(message);
    }

    public DatabaseStartException(String message, Throwable cause) {
        super(message, cause);
    }
}
