package dev.poolfit.evidence.live;

/**
 * What one side gave in its turns of a block.
 *
 * @param seconds that count, at least 0
 * @param asked threads that asked for a connection
 * @param waitedMs the time that threads waited for one, summed, in milliseconds
 * @param heldMs the time that connections were held, summed, in milliseconds
 * @param late borrows that waited longer than was agreed
 * @param timeouts borrows that ended in vain
 */
public record TurnSums(double seconds, double asked, double waitedMs, double heldMs, double late, double timeouts) {
    public static final TurnSums NONE = new TurnSums(0, 0, 0, 0, 0, 0);

    public TurnSums {
        if (!(seconds >= 0 && asked >= 0 && waitedMs >= 0 && heldMs >= 0 && late >= 0 && timeouts >= 0)) {
            throw new IllegalArgumentException("sums are at least 0");
        }
    }

    /** Returns what the borrows took of their threads' time, waiting and holding, in milliseconds. */
    public double costMs() {
        return waitedMs + heldMs;
    }

    public TurnSums plus(TurnSums other) {
        return new TurnSums(
                seconds + other.seconds,
                asked + other.asked,
                waitedMs + other.waitedMs,
                heldMs + other.heldMs,
                late + other.late,
                timeouts + other.timeouts);
    }
}
