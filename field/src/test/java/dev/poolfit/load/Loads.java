package dev.poolfit.load;

import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.ResponseCheck;
import dev.poolfit.experiment.Sessions;
import dev.poolfit.experiment.Transport;
import dev.poolfit.testing.Patience;
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Rate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The loads of the tests, in the words of the tests. */
public final class Loads {
    public static final IntRange SUCCESS = new IntRange(200, 299);

    private Loads() {}

    public static Load.Request get(String url) {
        return get(url, 1);
    }

    public static Load.Request get(String url, int weight) {
        return new Load.Request("GET", url, weight, Map.of(), Optional.empty(), SUCCESS);
    }

    public static Load users(int users, Duration think, Load.Request... requests) {
        return load(new Load.Users(users), think, requests);
    }

    public static Load open(double perSecond, Load.Request... requests) {
        return load(new Load.Open(new Rate(perSecond)), Duration.ZERO, requests);
    }

    /** With a timeout that no machine is too slow for; a test of timeouts sets its own. */
    public static Load load(Load.Shape shape, Duration think, Load.Request... requests) {
        return new Load(shape, think, List.of(requests), Patience.LIMIT, Set.of());
    }

    public static Load withTimeout(Load load, Duration timeout) {
        return new Load(
                load.shape(),
                load.think(),
                load.requests(),
                timeout,
                load.allowedHosts(),
                load.sessions(),
                load.transport(),
                load.script());
    }

    public static Load with(Sessions sessions, Load load) {
        return new Load(
                load.shape(),
                load.think(),
                load.requests(),
                load.timeout(),
                load.allowedHosts(),
                sessions,
                load.transport(),
                load.script());
    }

    public static Load over(Transport transport, Load load) {
        return new Load(
                load.shape(),
                load.think(),
                load.requests(),
                load.timeout(),
                load.allowedHosts(),
                load.sessions(),
                transport,
                load.script());
    }

    /** A request with checks of its response and values that it gives. */
    public static Load.Request reading(Load.Request request, List<ResponseCheck> checks, Map<String, String> extracts) {
        return new Load.Request(
                request.method(),
                request.url(),
                request.weight(),
                request.headers(),
                request.body(),
                request.expectedStatus(),
                checks,
                extracts);
    }

    public static Load.Request with(Map<String, String> headers, Load.Request request) {
        return new Load.Request(
                request.method(), request.url(), request.weight(), headers, request.body(), request.expectedStatus());
    }
}
