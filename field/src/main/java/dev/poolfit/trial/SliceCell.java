package dev.poolfit.trial;

import dev.poolfit.evidence.MixWeights;

/**
 * What was counted of one setting in one block, without the beginnings and the ends of its slices.
 *
 * @param seconds that were counted
 * @param holds holds, by the share of each that fell into the slices, weighed by route ({@link MixWeights})
 * @param borrowed connections that were handed out
 * @param waitedMs the time that threads waited, summed, in milliseconds
 * @param heldMs the time that connections were held, summed, in milliseconds
 * @param timeouts borrows that ended in vain
 * @param busyMs the time that worker threads ran requests, summed, in milliseconds
 * @param asked ln of the borrows that began over the holds, those that ended in vain left out: above 0 where a crowd grows before the
 *     pool
 * @param trend ln of the second half's holds over those of the first, half a hold added to both
 * @param turns ln of the rate in the slices of every other round over that in the others'; 0 where one of them gave nothing
 */
record SliceCell(
        double seconds,
        double holds,
        double borrowed,
        double waitedMs,
        double heldMs,
        double timeouts,
        double busyMs,
        double asked,
        double trend,
        double turns) {
    /** Returns the holds a second. */
    double rate() {
        return seconds > 0 ? holds / seconds : 0;
    }
}
