package dev.poolfit.experiment;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The way in which requests travel.
 *
 * @param http2 over HTTP/2, in clear text with prior knowledge (RFC 9113, 3.3), else HTTP/1.1
 * @param insecure whether any certificate is good enough; this machine's own always are, unless {@code authority} says who
 *     vouches
 * @param authority a PEM file with the certificates that vouch for the services; else those of the JDK
 */
public record Transport(boolean http2, boolean insecure, Optional<Path> authority) {
    /** HTTP/1.1, with certificates that the JDK trusts. */
    public static final Transport PLAIN = new Transport(false, false, Optional.empty());
}
