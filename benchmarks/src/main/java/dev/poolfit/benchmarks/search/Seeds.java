package dev.poolfit.benchmarks.search;

/** Seeds that depend on what they are for and on nothing else, so that no order of work changes a result. */
final class Seeds {
    private Seeds() {}

    /** Returns a seed for these numbers in this order; SplitMix64 (Steele, Lea and Flood 2014) over each. */
    static long mix(long... parts) {
        long seed = 0;
        for (long part : parts) {
            seed = (seed ^ part) + 0x9E3779B97F4A7C15L;
            seed = (seed ^ (seed >>> 30)) * 0xBF58476D1CE4E5B9L;
            seed = (seed ^ (seed >>> 27)) * 0x94D049BB133111EBL;
            seed ^= seed >>> 31;
        }
        return seed;
    }
}
