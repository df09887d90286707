package dev.poolfit.load;

import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.UrlTemplate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** All kinds of requests of a load, drawn by their weights. */
final class RequestDeck {
    private final PreparedRequest[] kinds;
    private final int[] upTo;
    private final boolean trusted;
    private final RandomGenerator random;

    /**
     * @throws dev.poolfit.units.BadQuantity if a request is malformed
     * @throws dev.poolfit.evidence.EnvironmentFailure if a host has no address
     */
    RequestDeck(List<Load.Request> requests, RandomGenerator random) {
        this.random = random;
        kinds = new PreparedRequest[requests.size()];
        upTo = new int[requests.size()];
        boolean loopbackOnly = true;
        int weights = 0;
        Map<String, Endpoint> endpoints = new HashMap<>();
        for (int i = 0; i < kinds.length; i++) {
            Load.Request request = requests.get(i);
            UrlTemplate url = UrlTemplate.parse(request.url());
            var endpoint = endpoints.computeIfAbsent(url.scheme() + url.authority(), key -> new Endpoint(url));
            kinds[i] = new PreparedRequest(request, url, endpoint);
            weights = Math.addExact(weights, request.weight());
            upTo[i] = weights;
            loopbackOnly &= Endpoint.trusted(url);
        }
        trusted = loopbackOnly;
    }

    PreparedRequest.Drawn draw() {
        if (kinds.length == 1) {
            return kinds[0].draw(random);
        }
        int ticket = random.nextInt(upTo[upTo.length - 1]);
        int kind = 0;
        while (ticket >= upTo[kind]) {
            kind++;
        }
        return kinds[kind].draw(random);
    }

    /** Whether all requests go to this machine, so that its own certificates are good enough. */
    boolean trusted() {
        return trusted;
    }
}
