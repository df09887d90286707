package dev.poolfit.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.units.IntRange;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Load may go to the loopback and to the hosts that the file allows; anything else is named. */
final class LoadGuardTest {
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.255.0.9", "::1", "0:0:0:0:0:0:0:1", "localhost", "LocalHost"})
    void the_loopback_is_always_allowed(String host) {
        assertThat(LoadGuard.isLoopback(host)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"128.0.0.1", "127.0.0.1.example", "127.1", "127.0.0.256", "0.0.0.0", "::2", "10.0.0.1"})
    void what_only_looks_like_the_loopback_is_not(String host) {
        assertThat(LoadGuard.isLoopback(host)).isFalse();
    }

    @Test
    void hosts_that_nobody_allowed_are_named_once_and_in_order() {
        var load = load(Set.of("Shop.test"), "shop.test:81/", "z.test/", "a.test/1", "a.test/2", "localhost:8080/");
        assertThat(LoadGuard.outsideHosts(load)).containsExactly("a.test", "z.test");
        assertThat(LoadGuard.outsideHosts(load(Set.of(), "127.0.0.1/", "[::1]:9/")))
                .isEmpty();
    }

    private static Load load(Set<String> allowed, String... addresses) {
        List<Load.Request> requests = Stream.of(addresses)
                .map(address -> new Load.Request(
                        "GET", "http://" + address, 1, Map.of(), Optional.empty(), new IntRange(200, 299)))
                .toList();
        return new Load(new Load.Users(1), Duration.ZERO, requests, Duration.ofSeconds(1), allowed);
    }
}
