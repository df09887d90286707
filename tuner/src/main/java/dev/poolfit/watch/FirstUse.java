package dev.poolfit.watch;

import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Template;
import dev.poolfit.experiment.UrlTemplate;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** Sends requests so that a service starts a pool which it opens at its first use. */
public final class FirstUse {
    private static final long SEED = 1;

    private FirstUse() {}

    /** Returns the health address and each GET request of the load that needs no values of a user. */
    public static List<HttpRequest> requests(Experiment experiment) {
        Stream<HttpRequest> health = experiment.service().ready().stream()
                .map(ready -> HttpRequest.newBuilder(ready).build());
        return Stream.concat(
                        health,
                        experiment.load().allRequests().stream()
                                .filter(request -> request.method().equals("GET"))
                                .filter(FirstUse::needsNobody)
                                .map(FirstUse::drawn))
                .toList();
    }

    private static boolean needsNobody(Load.Request request) {
        return UrlTemplate.parse(request.url()).target().names().isEmpty()
                && request.headers().values().stream()
                        .allMatch(value -> template(value).names().isEmpty());
    }

    private static Template template(String value) {
        return Template.parseLoosely(value, name -> true);
    }

    private static HttpRequest drawn(Load.Request request) {
        UrlTemplate url = UrlTemplate.parse(request.url());
        var drawn = HttpRequest.newBuilder(
                URI.create(url.scheme() + "://" + url.authority() + url.target().draw(new Random(SEED))));
        for (Map.Entry<String, String> header : request.headers().entrySet()) {
            try {
                drawn.header(header.getKey(), template(header.getValue()).draw(new Random(SEED)));
            } catch (IllegalArgumentException ownOfTheClient) {
                continue; // such as Host, which the client sets itself
            }
        }
        return drawn.build();
    }
}
