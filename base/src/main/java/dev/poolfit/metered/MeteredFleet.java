package dev.poolfit.metered;

import java.util.List;

/**
 * The pools that a metrics server knows.
 *
 * @param pools in no order
 * @param databases in no order
 * @param unsized pools, each after its service, of which nothing tells how large they are
 */
public record MeteredFleet(List<MeteredPool> pools, List<MeteredDatabase> databases, List<String> unsized) {
    public MeteredFleet {
        unsized = List.copyOf(unsized);
        pools = List.copyOf(pools);
        databases = List.copyOf(databases);
    }
}
