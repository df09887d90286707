package dev.poolfit.configuration;

import dev.poolfit.evidence.Finding;
import dev.poolfit.experiment.Ceiling;
import dev.poolfit.experiment.Database;
import dev.poolfit.units.Quantity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Adds up the connections that all pools of all instances take together.
 *
 * <p>Source: Kubernetes on {@code maxSurge}, a quarter unless said.
 */
final class FleetRules {
    private static final double SURGE = 0.25;
    private static final String MOST = "pool.maximumPoolSize";

    private final Configuration configuration;

    FleetRules(Configuration configuration) {
        this.configuration = configuration;
    }

    List<Finding> findings() {
        return Stream.concat(together(), fleet()).toList();
    }

    /** Finds several pools of one service, which are easily taken for one. */
    private Stream<Finding> together() {
        Map<Optional<String>, List<PoolSettings>> sized = configuration.pools().stream()
                .filter(each -> each.number(MOST).isPresent())
                .collect(Collectors.groupingBy(PoolSettings::profile, LinkedHashMap::new, Collectors.toList()));
        return sized.values().stream().filter(each -> each.size() > 1).map(FleetRules::together);
    }

    private static Finding together(List<PoolSettings> pools) {
        return SettingRule.POOLS_TOGETHER.finding(
                Map.of("connections", sum(pools)),
                pools.size(),
                Quantity.aboutCount(sum(pools)),
                pools.stream()
                        .map(each -> each.title() + " "
                                + Math.round(each.number(MOST).orElseThrow()))
                        .collect(Collectors.joining(", ")));
    }

    private Stream<Finding> fleet() {
        List<PoolSettings> pools = Stream.concat(configuration.pools().stream(), configuration.beside().stream())
                .filter(each -> each.number(MOST).isPresent() && besideFirst(each))
                .toList();
        if (configuration.limits().isEmpty() || pools.isEmpty()) {
            return Stream.empty();
        }
        var limits = configuration.limits().get();
        int instances = configuration.ceiling().map(Ceiling::instances).orElse(1);
        double share =
                configuration.ceiling().map(each -> each.share().fraction()).orElse(1.0);
        int during = instances == 1 ? 1 : instances + (int) Math.ceil(SURGE * instances);
        double others = pools.get(0).user().map(limits::others).orElse(0L);
        double own = during * sum(pools);
        double wanted = own + others;
        return own <= share * limits.maxConnections() && wanted <= limits.maxConnections()
                ? Stream.empty()
                : Stream.of(SettingRule.FLEET_BEYOND_DATABASE.finding(
                        Map.of("wanted", wanted, "maxConnections", (double) limits.maxConnections(), "others", others),
                        during,
                        pools.size(),
                        Quantity.aboutCount(sum(pools)),
                        Quantity.aboutCount(others),
                        Quantity.aboutCount(share * limits.maxConnections()),
                        limits.maxConnections()));
    }

    /** Returns whether a pool takes connections of the server that the first one leads to, at the same time. */
    private boolean besideFirst(PoolSettings pool) {
        return configuration.pools().stream()
                .findFirst()
                .filter(first -> first.profile().equals(pool.profile())
                        && first.url().map(FleetRules::server).equals(pool.url().map(FleetRules::server)))
                .isPresent();
    }

    private static String server(String url) {
        return Database.of(url).map(Database::address).orElse(url);
    }

    private static double sum(List<PoolSettings> pools) {
        return pools.stream().mapToDouble(each -> each.number(MOST).orElse(0)).sum();
    }
}
