package dev.poolfit.results;

/** Slices from the first to the last of them, both included. */
record Span(long first, long last) {
    long length() {
        return last - first + 1;
    }

    /** Leaves out the first and the last, which may be half over. */
    Span inner() {
        return new Span(first + 1, last - 1);
    }
}
