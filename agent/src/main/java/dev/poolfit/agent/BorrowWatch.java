package dev.poolfit.agent;

/** Hears of a pool's connections on the threads that borrow and return them. Times are nanoseconds. */
interface BorrowWatch {
    /** The calling thread has got a connection after so long; the entry is the pool's own. */
    void borrowed(Object entry, long waited);

    /** A connection is given back, maybe by another thread than the one that got it. */
    void returned(Object entry);

    /** The calling thread has waited for so long in vain. */
    void timedOut(long waited);

    /** One of the others failed on a thread of the service, which must not notice. */
    void failed();
}
