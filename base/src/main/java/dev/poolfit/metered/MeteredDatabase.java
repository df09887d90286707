package dev.poolfit.metered;

/**
 * A database that an exporter reads.
 *
 * @param instance as the metrics server names it
 * @param limit of its connections
 * @param most connections that were there at once
 */
public record MeteredDatabase(String instance, int limit, int most) {}
