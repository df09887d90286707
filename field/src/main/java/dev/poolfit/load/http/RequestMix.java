package dev.poolfit.load.http;

import dev.poolfit.experiment.Deck;
import dev.poolfit.experiment.EvenDraws;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.LoadGuard;
import dev.poolfit.experiment.UrlTemplate;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Draws the kinds of requests of a load by their weights: as cards from a shuffled deck that holds each kind as often
 * as its weight says. Any stretch of the load then has nearly the same mix, and two settings are compared by the same
 * work.
 */
final class RequestMix {
    /** The most cards of a deck; with more, weights are rounded. */
    private static final int MOST_CARDS = 100_000;

    private final Map<String, Endpoint> endpoints = new HashMap<>();
    private final ValueRows rows;
    private final Load load;
    private final RandomGenerator random;
    private final EvenDraws draws;
    private final PreparedRequest[] kinds;
    private final Deck deck;
    private final @Nullable PreparedRequest login;

    /**
     * @throws dev.poolfit.units.BadQuantity if a request is malformed
     * @throws dev.poolfit.evidence.EnvironmentFailure if a host has no address
     */
    RequestMix(Load load, RandomGenerator random) {
        this.load = load;
        this.random = random;
        draws = new EvenDraws(random);
        rows = new ValueRows(load.sessions().tables());
        kinds = load.requests().stream().map(this::prepared).toArray(PreparedRequest[]::new);
        deck = new Deck(cards(load.requests()));
        login = load.sessions().login().map(this::prepared).orElse(null);
    }

    List<PreparedRequest> kinds() {
        return List.of(kinds);
    }

    private PreparedRequest prepared(Load.Request request) {
        UrlTemplate url = UrlTemplate.parse(request.url(), load::gives);
        var endpoint = endpoints.computeIfAbsent(
                url.scheme() + url.authority(),
                key -> new Endpoint(url, load.transport().http2()));
        return new PreparedRequest(request, url, endpoint, rows, load::gives);
    }

    /**
     * Draws a request by the weights, passing over those that need a value which no response has given the session yet.
     *
     * @return null if no request can be sent
     */
    PreparedRequest.@Nullable Drawn draw(VirtualUser session) {
        int drawn = kinds.length == 1 ? 0 : deck.deal(random);
        for (int i = 0; i < kinds.length; i++) {
            PreparedRequest kind = kinds[(drawn + i) % kinds.length];
            if (kind.ready(session)) {
                return kind.draw(draws, session);
            }
        }
        return null;
    }

    private static int[] cards(List<Load.Request> requests) {
        int common = 0;
        long sum = 0;
        for (Load.Request request : requests) {
            common = BigInteger.valueOf(common)
                    .gcd(BigInteger.valueOf(request.weight()))
                    .intValue();
            sum += request.weight();
        }
        double scale = Math.min(1.0 / common, (double) MOST_CARDS / sum);
        return IntStream.range(0, requests.size())
                .flatMap(kind -> IntStream.generate(() -> kind)
                        .limit(Math.max(1, Math.round(requests.get(kind).weight() * scale))))
                .toArray();
    }

    PreparedRequest.@Nullable Drawn draw(PreparedRequest kind, VirtualUser session) {
        return kind.draw(draws, session);
    }

    /** Returns the request that each user sends before its first one, null if there is none. */
    @Nullable
    PreparedRequest login() {
        return login;
    }

    /** Returns whether all requests go to this machine, so that its own certificates are good enough. */
    boolean onlyThisMachine() {
        return endpoints.values().stream().allMatch(endpoint -> LoadGuard.isLoopback(endpoint.host()));
    }
}
