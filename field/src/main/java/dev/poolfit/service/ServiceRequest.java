package dev.poolfit.service;

import dev.poolfit.experiment.Database;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Service;
import dev.poolfit.experiment.Settings;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Says which service to get hold of, and what for.
 *
 * @param service how to reach it
 * @param database the database to observe, if any
 * @param atStart settings that a launched service starts with
 * @param tuned the knobs that must be changeable
 * @param port the port that load goes to, where it is known, 1 to 65535
 * @param log the file that a launched service writes to
 */
public record ServiceRequest(
        Service service, Optional<Database> database, Settings atStart, Set<Knob> tuned, OptionalInt port, Path log) {
    private static final Pattern ADDRESS = Pattern.compile("(https?)://[^/:]+(?::(\\d{1,5}))?(?:[/?].*)?");

    public ServiceRequest {
        tuned = Set.copyOf(tuned);
    }

    /** Returns what an experiment asks for. */
    public static ServiceRequest of(Experiment experiment, Path log) {
        Service service = experiment.service();
        OptionalInt loaded = experiment.load().requests().stream()
                .map(Load.Request::url)
                .flatMapToInt(url -> port(url).stream())
                .findFirst();
        return new ServiceRequest(
                service,
                experiment.database(),
                experiment.fixed().with(experiment.space().unreported()),
                experiment.space().knobs(),
                loaded.isPresent()
                        ? loaded
                        : service.ready()
                                .map(URI::toString)
                                .map(ServiceRequest::port)
                                .orElse(OptionalInt.empty()),
                log);
    }

    ServiceRequest with(Settings settings) {
        return new ServiceRequest(service, database, settings, tuned, port, log);
    }

    /** Returns a request to look at a service that runs, without changing it. */
    public static ServiceRequest toObserve(Service service, Optional<Database> database, OptionalInt port, Path log) {
        return new ServiceRequest(service, database, Settings.NONE, Set.of(), port, log);
    }

    /** Does the same for a service of one connector. */
    public static ServiceRequest toObserve(Service service, Optional<Database> database) {
        return toObserve(service, database, OptionalInt.empty(), Path.of("service.log"));
    }

    static OptionalInt port(String url) {
        Matcher address = ADDRESS.matcher(url);
        if (!address.matches()) {
            return OptionalInt.empty();
        }
        String text = address.group(2);
        int port = text != null ? Integer.parseInt(text) : address.group(1).equals("https") ? 443 : 80;
        return port >= 1 && port <= 65535 ? OptionalInt.of(port) : OptionalInt.empty();
    }
}
