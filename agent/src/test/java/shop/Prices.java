package shop;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A bean of an application that has its client behind other objects. */
public final class Prices {
    private final Map<String, Optional<List<Object>>> clients;

    /** @param client that it calls others with */
    public Prices(Object client) {
        clients = Map.of("prices", Optional.of(List.of(client)));
    }

    @Override
    public String toString() {
        return "prices by " + clients.size();
    }
}
