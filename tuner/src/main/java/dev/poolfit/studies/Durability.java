package dev.poolfit.studies;

/** The durability of a commit in an embedded database, whose data nobody needs afterwards. */
public enum Durability {
    /** A commit is written when it suits: a study that only reads has no use for more. */
    RELAXED,
    /** A commit is on the disk when it is answered, as on a database that is not a toy. */
    ON_DISK
}
