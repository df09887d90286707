package dev.poolfit.junit;

/** A gate without a verdict: the input is wrong, or a build, the database or the load failed. */
public final class GateFailure extends RuntimeException {
    GateFailure(String message) {
        super(message);
    }
}
