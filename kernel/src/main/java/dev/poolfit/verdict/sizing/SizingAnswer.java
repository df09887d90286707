package dev.poolfit.verdict.sizing;

/** The kind of answer that a recording gives. */
public enum SizingAnswer {
    /** No connection was borrowed. */
    NO_TRAFFIC,
    /** No connection was handed out, though some were asked for or all were held: what the traffic needs cannot be told. */
    DRY,
    /** Too few borrows for a share of one in a hundred. */
    TOO_FEW_BORROWS,
    /** Many waited: with more connections, more would be asked for. */
    AT_LEAST,
    /** What the connections share is at its limit: no size helps. */
    AT_LIMIT,
    /** The pool has more than it needs. */
    GIVE_BACK,
    /** The pool has what it needs. */
    FITS,
    /** The pool needs more than it has. */
    RAISE;

    /** Returns whether a size is recommended. */
    public boolean decided() {
        return this == GIVE_BACK || this == FITS || this == RAISE;
    }
}
