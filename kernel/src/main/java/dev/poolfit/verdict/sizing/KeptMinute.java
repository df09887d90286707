package dev.poolfit.verdict.sizing;

import dev.poolfit.model.replay.BorrowSequence;
import dev.poolfit.model.replay.Contention;
import java.util.Map;

/**
 * A minute of which all borrows are kept.
 *
 * @param ran its borrows as they were
 * @param contention among its borrows
 * @param routes the seconds for which connections were held, by the route of the request
 */
public record KeptMinute(TrafficMinute minute, BorrowSequence ran, Contention contention, Map<String, Double> routes) {
    public KeptMinute {
        routes = Map.copyOf(routes);
    }
}
