package dev.poolfit.model.fit;

import dev.poolfit.units.Message;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Doubts a fall of throughput at the largest pool: one run is no proof of one, since runs of one setting differ, too. */
final class FallAtLargerPools {
    private static final double LOWER = 0.95;
    private static final int PROOF = 2;

    private FallAtLargerPools() {}

    /**
     * Warns of a fall that rests on a single run; empty where there is none, or where more runs show it.
     *
     * @param noise standard deviation between runs of the same setting, as a share of the throughput
     */
    static Optional<Message> unproved(List<Row> rows, double noise) {
        Row largest = rows.stream()
                .max(Comparator.comparingInt(row -> row.limits().pool()))
                .orElseThrow();
        Row best = rows.stream().max(Comparator.comparingDouble(Row::rate)).orElseThrow();
        int larger = best.limits().pool();
        long falling = rows.stream()
                .filter(row -> row.limits().pool() > larger)
                .filter(row -> row.rate() < best.rate() * (1 - 3 * noise))
                .mapToInt(row -> row.observation().runs())
                .sum();
        boolean lower = largest.rate() < best.rate() * LOWER && largest.limits().pool() > larger;
        return lower && falling < PROOF
                ? Optional.of(Message.of(
                        "fit.fall-one-run",
                        largest.limits().pool(),
                        largest.observation().origin()))
                : Optional.empty();
    }
}
