package dev.poolfit.load.http;

/** Bounds the memory that bodies of responses under way take together, for one event loop. */
final class BodyRoom {
    private final long most;
    private long taken;

    /** @param most bytes, more than 0 */
    BodyRoom(long most) {
        if (most <= 0) {
            throw new IllegalArgumentException("most must be more than 0 bytes, but is " + most);
        }
        this.most = most;
    }

    /** Takes so many bytes more, and returns whether there was room for them. */
    boolean take(int bytes) {
        if (taken + bytes > most) {
            return false;
        }
        taken += bytes;
        return true;
    }

    /** Gives back so many of the bytes that were taken. */
    void give(int bytes) {
        taken -= bytes;
    }
}
