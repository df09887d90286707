package dev.poolfit.verdict.sizing;

import dev.poolfit.model.replay.BorrowSequence;
import dev.poolfit.model.replay.Contention;
import dev.poolfit.model.replay.PackedBorrows;
import java.util.Map;

/**
 * A minute of which all borrows are kept.
 *
 * @param length in microseconds, at least 1
 * @param borrows as they were
 * @param contention among its borrows
 * @param routes the seconds for which connections were held, by the route of the request
 */
public record KeptMinute(
        TrafficMinute minute, int length, PackedBorrows borrows, Contention contention, Map<String, Double> routes) {
    public KeptMinute {
        routes = Map.copyOf(routes);
    }

    KeptMinute(TrafficMinute minute, BorrowSequence ran, Contention contention, Map<String, Double> routes) {
        this(minute, ran.length(), PackedBorrows.of(ran), contention, routes);
    }

    /** Returns its borrows as they were. */
    public BorrowSequence ran() {
        return borrows.sequence(length);
    }
}
