package dev.poolfit.experiment;

import dev.poolfit.units.Share;
import java.util.OptionalInt;

/**
 * The most connections that one instance may take, so that the fleet fits the database.
 *
 * @param instances the instances that share the database; at least 1
 * @param share the part of max_connections that they may use together; greater than 0
 * @param maxConnections the database's limit, where it cannot be read live
 */
public record Ceiling(int instances, Share share, OptionalInt maxConnections) {
    /** Returns the pool size that no instance may exceed: {@code floor(max_connections × share ÷ instances)}. */
    public int poolLimit(int maxConnections) {
        return new java.math.BigDecimal(maxConnections)
                .multiply(java.math.BigDecimal.valueOf(share.fraction()))
                .divide(java.math.BigDecimal.valueOf(instances), java.math.RoundingMode.FLOOR)
                .setScale(0, java.math.RoundingMode.FLOOR)
                .intValueExact();
    }
}
