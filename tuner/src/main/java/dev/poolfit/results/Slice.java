package dev.poolfit.results;

/**
 * What ended in one slice of time. Durations are counted in buckets of {@value #PER_OCTAVE} to a doubling, so that a
 * slice takes a few kilobytes however many requests ended in it.
 */
final class Slice {
    static final int BUCKETS = 51 * 128;

    private static final int PER_OCTAVE = 128;
    private static final int MANTISSA_BITS_DROPPED = 52 - 7;
    /** The bucket of about a microsecond, 2^-10 ms: what is shorter counts as that. */
    private static final long FIRST = Double.doubleToRawLongBits(0x1p-10) >>> MANTISSA_BITS_DROPPED;

    private final int[][] octaves = new int[BUCKETS / PER_OCTAVE][];
    private long good;
    private long failed;
    private double millis;
    private double users = Double.NaN;

    /**
     * The bucket of a duration: the exponent and the upper seven bits of the mantissa, which makes buckets at most
     * 0.8 % wide.
     *
     * @param millis at least 0
     * @return from 0 to {@link #BUCKETS} − 1
     */
    static int bucket(double millis) {
        long index = (Double.doubleToRawLongBits(millis) >>> MANTISSA_BITS_DROPPED) - FIRST;
        return (int) Math.max(0, Math.min(BUCKETS - 1, index));
    }

    void add(int bucket, double duration, boolean failure) {
        int[] octave = octaves[bucket / PER_OCTAVE];
        if (octave == null) {
            octave = new int[PER_OCTAVE];
            octaves[bucket / PER_OCTAVE] = octave;
        }
        octave[bucket % PER_OCTAVE]++;
        millis += duration;
        if (failure) {
            failed++;
        } else {
            good++;
        }
    }

    void seen(double number) {
        users = Double.isNaN(users) ? number : Math.max(users, number);
    }

    /** Takes in what ended in another slice. */
    Slice absorb(Slice other) {
        good += other.good;
        failed += other.failed;
        millis += other.millis;
        if (!Double.isNaN(other.users)) {
            seen(other.users);
        }
        for (int i = 0; i < octaves.length; i++) {
            int[] theirs = other.octaves[i];
            if (octaves[i] == null) {
                octaves[i] = theirs == null ? null : theirs.clone();
            } else if (theirs != null) {
                for (int k = 0; k < PER_OCTAVE; k++) {
                    octaves[i][k] += theirs[k];
                }
            }
        }
        return this;
    }

    /** The bucket that holds the request of this rank by duration, from 1, and how many are in the buckets before. */
    Rank rank(long rank) {
        long before = 0;
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            int[] octave = octaves[bucket / PER_OCTAVE];
            int inside = octave == null ? 0 : octave[bucket % PER_OCTAVE];
            if (before + inside >= rank) {
                return new Rank(bucket, (rank - before - 0.5) / inside);
            }
            before += inside;
        }
        throw new IllegalArgumentException("rank " + rank + " of " + before);
    }

    /**
     * Where a request is among those of its bucket.
     *
     * @param position from 0, the shortest, to 1
     */
    record Rank(int bucket, double position) {}

    long good() {
        return good;
    }

    long failed() {
        return failed;
    }

    long requests() {
        return good + failed;
    }

    /** The sum of all durations. */
    double millis() {
        return millis;
    }

    /** The most users that were seen; NaN where none were. */
    double users() {
        return users;
    }
}
