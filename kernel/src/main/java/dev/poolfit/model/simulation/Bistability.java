package dev.poolfit.model.simulation;

/**
 * A service simulated from empty and from full. Where both persist, a moment of too much load, or a slow start, can
 * leave it in the lower state for good (metastable failure; a pool at or below the database's knee has one state only).
 *
 * @param fromEmpty its throughput and times when users come one after another
 * @param fromFull its throughput and times when it starts with every connection in use
 */
public record Bistability(Simulated fromEmpty, Simulated fromFull) {
    private static final double LEAST = 0.02;

    /** Returns whether the throughputs differ beyond their 95 % intervals, and by more than 2 % of the higher one. */
    public boolean found() {
        var empty = fromEmpty.throughput();
        var full = fromFull.throughput();
        boolean apart = empty.low() > full.high() || full.low() > empty.high();
        return apart && Math.abs(empty.mean() - full.mean()) > LEAST * Math.max(empty.mean(), full.mean());
    }
}
