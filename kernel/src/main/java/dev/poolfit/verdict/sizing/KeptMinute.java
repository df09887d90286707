package dev.poolfit.verdict.sizing;

import dev.poolfit.model.replay.BorrowSequence;
import java.util.Map;

/**
 * A minute of which all borrows are kept.
 *
 * @param routes the seconds for which connections were held, by the route of the request
 */
public record KeptMinute(TrafficMinute minute, BorrowSequence borrows, Map<String, Double> routes) {
    public KeptMinute {
        routes = Map.copyOf(routes);
    }
}
