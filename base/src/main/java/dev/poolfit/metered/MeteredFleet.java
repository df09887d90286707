package dev.poolfit.metered;

import java.util.List;

/**
 * The pools that a metrics server knows.
 *
 * @param pools in no order
 * @param minute the length of what is called a minute, in seconds: at least 60, and long enough for four readings
 * @param interval at which the services are read, in seconds
 * @param databases in no order
 * @param unsized pools, each after its service, of which nothing tells how large they are
 */
public record MeteredFleet(
        List<MeteredPool> pools, long minute, long interval, List<MeteredDatabase> databases, List<String> unsized) {
    public MeteredFleet {
        unsized = List.copyOf(unsized);
        pools = List.copyOf(pools);
        databases = List.copyOf(databases);
    }
}
