package dev.poolfit.draft;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a service's routes answered.
 *
 * @param pages those that answered GET, as addresses of an experiment file, each with weight 1
 * @param locked those that asked for a login, as addresses
 * @param demand how they asked for it; there if any did
 */
public record FoundRoutes(Map<String, Integer> pages, List<String> locked, Optional<LoginDemand> demand) {
    public FoundRoutes {
        locked = List.copyOf(locked);
    }
}
