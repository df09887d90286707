package dev.poolfit.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PoolSeriesTest {
    private static PoolSeries shop(Map<String, String> labels) {
        return new PoolSeries(labels, "main");
    }

    /** Scraped from the service, and sent by a collector that knows no namespace. */
    @Test
    void two_families_tell_of_one_pool_where_nothing_that_both_tell_differs() {
        PoolSeries scraped = shop(Map.of("application", "shop", "job", "pods", "namespace", "prod"));
        PoolSeries sent = shop(Map.of("service_name", "shop"));
        assertThat(sent.isSameAs(scraped)).isTrue();
        assertThat(scraped.isSameAs(sent)).isTrue();
        assertThat(shop(Map.of("service_name", "shop", "cluster", "eu")).isSameAs(scraped))
                .isTrue();
    }

    @Test
    void another_place_another_service_or_another_name_is_another_pool() {
        PoolSeries prod = shop(Map.of("application", "shop", "namespace", "prod"));
        assertThat(shop(Map.of("service_name", "shop", "namespace", "test")).isSameAs(prod))
                .isFalse();
        assertThat(shop(Map.of("service_name", "orders", "namespace", "prod")).isSameAs(prod))
                .isFalse();
        assertThat(new PoolSeries(prod.labels(), "reports").isSameAs(prod)).isFalse();
    }

    @Test
    void places_stand_in_a_name_only_where_they_tell_services_apart() {
        PoolSeries prod = shop(Map.of("application", "shop", "namespace", "prod", "cluster", "eu"));
        PoolSeries test = shop(Map.of("service_name", "shop", "namespace", "test", "cluster", "eu"));
        assertThat(prod.name(List.of(prod.labels()))).isEqualTo("shop");
        assertThat(prod.name(List.of(prod.labels(), test.labels()))).isEqualTo("prod/shop");
    }
}
