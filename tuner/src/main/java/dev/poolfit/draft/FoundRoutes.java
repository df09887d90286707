package dev.poolfit.draft;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The answers of a service's routes.
 *
 * @param pages those that answered GET, as addresses of an experiment file, each with weight 1
 * @param locked those that asked for a login, as addresses
 * @param demand the login that they asked for, if any did
 */
public record FoundRoutes(Map<String, Integer> pages, List<String> locked, Optional<LoginDemand> demand) {
    public FoundRoutes {
        locked = List.copyOf(locked);
    }

    /** Returns whether none answers before somebody logs in. */
    public boolean lockedOut() {
        return pages.isEmpty() && demand.isPresent();
    }

    /** Returns the pages, or where there are none those that asked for a login, to go on from. */
    public Map<String, Integer> requests() {
        return pages.isEmpty()
                ? locked.stream()
                        .limit(Routes.MOST_KEPT)
                        .collect(Collectors.toMap(each -> each, each -> 1, Integer::sum, LinkedHashMap::new))
                : pages;
    }
}
