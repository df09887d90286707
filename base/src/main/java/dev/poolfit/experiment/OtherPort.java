package dev.poolfit.experiment;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Moves addresses to another port of the same host.
 *
 * @param from the port that the addresses name, 1 to 65535
 * @param to the port that they are to name, 1 to 65535
 */
public record OtherPort(int from, int to) {
    private static final Pattern ADDRESS = Pattern.compile("(https?://[^/:?]+):(\\d{1,5})(.*)", Pattern.DOTALL);

    /** Returns the port that an address names; empty where it names none. */
    public static Optional<Integer> of(String url) {
        Matcher address = ADDRESS.matcher(url);
        return address.matches() ? Optional.of(Integer.parseInt(address.group(2))) : Optional.empty();
    }

    /** Moves an address from {@code from} to {@code to}; one at another port stays as it is. */
    private String moved(String url) {
        Matcher address = ADDRESS.matcher(url);
        return address.matches() && Integer.parseInt(address.group(2)) == from
                ? address.group(1) + ":" + to + address.group(3)
                : url;
    }

    private Load.Request moved(Load.Request request) {
        return new Load.Request(
                request.method(),
                moved(request.url()),
                request.weight(),
                request.headers(),
                request.body(),
                request.expectedStatus(),
                request.checks(),
                request.extracts(),
                moved(request.shown()));
    }

    /** Returns the experiment with its service started by a command that serves at that port. */
    public Experiment of(Experiment experiment, Service.Launch launch) {
        Service service = experiment.service();
        Load load = experiment.load();
        Sessions sessions = load.sessions();
        return new Experiment(
                experiment.name(),
                new Experiment.Subject(
                        new Service(
                                launch,
                                service.ready().map(this::moved),
                                service.readyTimeout(),
                                service.metrics().map(this::moved),
                                service.poolName()),
                        experiment.database()),
                new Load(
                        load.shape(),
                        load.think(),
                        load.requests().stream().map(this::moved).toList(),
                        load.timeout(),
                        load.allowedHosts(),
                        new Sessions(
                                sessions.cookies(),
                                sessions.turns(),
                                sessions.login().map(this::moved),
                                sessions.tables()),
                        load.transport(),
                        load.script()),
                experiment.scope(),
                experiment.aim(),
                experiment.effort(),
                experiment.earlier());
    }

    private URI moved(URI address) {
        return URI.create(moved(address.toString()));
    }

    /**
     * Returns the start of a build.
     *
     * @param command in which {@code {port}} stands for the port, which Spring Boot also takes from SERVER_PORT
     * @param like the launch whose folder and environment it has
     * @param spare a free port for what the build opens beside, such as its management: {@code {other-port}}
     */
    public Service.Launch launch(String command, Service.Launch like, int spare) {
        var environment = new HashMap<String, Secret>(like.environment());
        environment.put("SERVER_PORT", new Secret("" + to));
        return new Service.Launch(
                command.replace("{port}", "" + to).replace("{other-port}", "" + spare),
                like.folder(),
                Map.copyOf(environment));
    }
}
