package dev.poolfit.load.http;

/** The memory that bodies of responses under way take together, for whoever would keep more; of one event loop. */
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

    /** Whether there was room for so many bytes more; they are taken then. */
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
