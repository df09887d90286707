package dev.poolfit.load.http;

import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.LoadGuard;
import dev.poolfit.experiment.UrlTemplate;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** All kinds of requests of a load, drawn by their weights. */
final class RequestMix {
    private final Map<String, Endpoint> endpoints = new HashMap<>();
    private final ValueRows rows;
    private final Load load;
    private final RandomGenerator random;
    private final PreparedRequest[] kinds;
    private final int[] upTo;
    private final @Nullable PreparedRequest login;

    /**
     * @throws dev.poolfit.units.BadQuantity if a request is malformed
     * @throws dev.poolfit.evidence.EnvironmentFailure if a host has no address
     */
    RequestMix(Load load, RandomGenerator random) {
        this.load = load;
        this.random = random;
        rows = new ValueRows(load.sessions().tables());
        kinds = load.requests().stream().map(this::prepared).toArray(PreparedRequest[]::new);
        upTo = new int[kinds.length];
        int weights = 0;
        for (int i = 0; i < kinds.length; i++) {
            weights = Math.addExact(weights, load.requests().get(i).weight());
            upTo[i] = weights;
        }
        login = load.sessions().login().map(this::prepared).orElse(null);
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
        int drawn = kinds.length == 1 ? 0 : pick();
        for (int i = 0; i < kinds.length; i++) {
            PreparedRequest kind = kinds[(drawn + i) % kinds.length];
            if (kind.ready(session)) {
                return kind.draw(random, session);
            }
        }
        return null;
    }

    private int pick() {
        int ticket = random.nextInt(upTo[upTo.length - 1]);
        int kind = 0;
        while (ticket >= upTo[kind]) {
            kind++;
        }
        return kind;
    }

    PreparedRequest.@Nullable Drawn draw(PreparedRequest kind, VirtualUser session) {
        return kind.draw(random, session);
    }

    /** What each user sends before its first request, null if nothing. */
    @Nullable
    PreparedRequest login() {
        return login;
    }

    /** Whether all requests go to this machine, so that its own certificates are good enough. */
    boolean onlyThisMachine() {
        return endpoints.values().stream().allMatch(endpoint -> LoadGuard.isLoopback(endpoint.host()));
    }
}
