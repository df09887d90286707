package dev.poolfit.app;

import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.UrlTemplate;
import java.net.URI;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Requests that have a service start a pool which it opens at its first use. */
final class FirstUse {
    private FirstUse() {}

    /** The health address and each GET request of the load that needs no values of a user. */
    static List<URI> requests(Experiment experiment) {
        Stream<URI> load = experiment.load().allRequests().stream()
                .filter(request -> request.method().equals("GET"))
                .map(request -> UrlTemplate.parse(request.url()))
                .filter(url -> url.target().names().isEmpty())
                .map(url -> URI.create(
                        url.scheme() + "://" + url.authority() + url.target().draw(new Random(1))));
        return Stream.concat(experiment.service().ready().stream(), load).toList();
    }
}
