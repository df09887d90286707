package dev.poolfit.evidence;

/** Tells from two pools that throughput no longer grows: the one is much larger, and gives hardly more. */
public final class LevellingOff {
    /** A pool that is at least so many times as large is much larger. */
    public static final double MUCH_LARGER = 1.4;
    /** Less than this share of the throughput is hardly more. */
    public static final double NO_MORE = 0.03;

    private LevellingOff() {}

    /**
     * Returns whether the larger pool shows it beside the smaller one.
     *
     * @param larger size of the one, at least 1
     * @param smaller size of the other, at least 1
     * @param rateOfLarger good responses a second of the one
     * @param rateOfSmaller good responses a second of the other
     */
    public static boolean shows(int larger, int smaller, double rateOfLarger, double rateOfSmaller) {
        return larger >= MUCH_LARGER * smaller && rateOfLarger < (1 + NO_MORE) * rateOfSmaller;
    }
}
