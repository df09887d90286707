package dev.poolfit.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An autoscaler is that of a service whose name, or whose pods' names, say so; another one with a longer name is not. */
class FleetBoundsTest {
    @ParameterizedTest
    @CsvSource({
        "shop, shop, 10.0.0.1:8080, true",
        "shop-api, shop, shop-api-7f9c8d6b5-x2x5z, true",
        "shop-api, shop, shop-api-0, true",
        "shop, store, shop-admin-7f9c8d6b5-x2x5z, false",
        "shop, store, shop-7f9c8d6b5-x2x5z, true",
        "shop, store, shop-admin-x2x5z, false",
        "shop, store, 10.0.0.1:8080, false",
        "'', store, store-0, false",
    })
    void a_workload_runs_a_service(String workload, String service, String pod, boolean runs) {
        assertThat(FleetBounds.scales(workload, service, List.of(pod))).isEqualTo(runs);
    }
}
