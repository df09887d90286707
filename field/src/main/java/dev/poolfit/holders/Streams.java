package dev.poolfit.holders;

import java.util.List;

/**
 * Asynchronous requests that were under way while open-in-view was on.
 *
 * @param least the fewest at one of the looks, 0 or more
 * @param routes of those at the last look, each once, the most frequent first
 */
public record Streams(int least, List<String> routes) {
    public Streams {
        if (least < 0) {
            throw new IllegalArgumentException("least must be 0 or more, but is " + least);
        }
        routes = List.copyOf(routes);
    }
}
