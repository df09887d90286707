package dev.poolfit.experiment.file;

import static dev.poolfit.experiment.file.Values.duration;
import static dev.poolfit.experiment.file.Values.integer;
import static dev.poolfit.experiment.file.Values.wholeNumber;

import dev.poolfit.experiment.Database;
import dev.poolfit.experiment.Database.Dialect;
import dev.poolfit.experiment.Secret;
import dev.poolfit.experiment.Service;
import dev.poolfit.units.BadQuantity;
import java.net.MalformedURLException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.remote.JMXServiceURL;

/** Reads the sections {@code service} and {@code database}. */
final class ServiceReader {
    private static final List<String> WAYS = List.of("port", "pid", "command", "kubernetes", "jmx");
    private static final String NAME = "[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?";
    private static final Pattern WORKLOAD =
            Pattern.compile("(?:deployment|deploy|statefulset|sts|replicaset|rs|daemonset|ds|pod|po)/" + NAME);

    private static final Pattern HOST_AND_PORT = Pattern.compile("://([^/?]+)");

    private final Path folder;

    /**
     * @param folder the experiment file's folder, which a launched service runs in
     */
    ServiceReader(Path folder) {
        this.folder = folder;
    }

    Optional<Service> service(Section section) {
        Optional<Service.Target> target = target(section);
        Optional<URI> ready = section.value("ready", Values::address);
        Duration readyTimeout = section.value("ready-timeout", duration(Duration.ofSeconds(1), Duration.ofHours(1)))
                .orElse(Duration.ofSeconds(60));
        Optional<URI> metrics = section.value("metrics", Values::address);
        Optional<String> poolName = section.value("pool-name", Values::text);
        if (section.has("launch") && !section.has("ready")) {
            section.missing("ready", "name an address that answers once the launched service is up");
        }
        section.rejectUnknownKeys();
        return target.map(it -> new Service(it, ready, readyTimeout, metrics, poolName));
    }

    private Optional<Service.Target> target(Section section) {
        if (section.has("launch") && section.has("attach")) {
            section.problem("attach", "contradicts service.launch in line " + section.line("launch") + "; keep one");
        }
        if (section.has("launch")) {
            // The shell expands its own variables, so that no secret passes through Poolfit.
            Map<String, Secret> environment = section.variables("env");
            return section.raw("launch").map(command -> new Service.Launch(command, folder, environment));
        }
        Optional<Section> attach = section.section("attach");
        if (attach.isEmpty()) {
            section.missing("launch", "say how to start the service (launch: java -jar …) or attach: {port: …}");
        }
        return attach.flatMap(this::attached);
    }

    private Optional<Service.Target> attached(Section attach) {
        // Beside a command, pid is the service's process where the command leads.
        boolean commanded = attach.has("command");
        long ways = WAYS.stream()
                .filter(way -> !(commanded && way.equals("pid")))
                .filter(attach::has)
                .count();
        if (ways != 1) {
            attach.missing("port", "name exactly one of " + String.join(", ", WAYS) + ", not " + ways);
        }
        Optional<Service.Target> port = attach.value("port", integer(1, 65_535)).map(Service.AttachPort::new);
        Optional<Long> process = attach.value("pid", wholeNumber(1, Integer.MAX_VALUE));
        Optional<Service.Target> pid = process.map(Service.AttachPid::new);
        Optional<Service.Target> command = commanded
                ? attach.raw("command")
                        .map(text -> new Service.AttachCommand(
                                text.strip(), process.map(OptionalLong::of).orElse(OptionalLong.empty())))
                : Optional.empty();
        Optional<String> namespace = attach.value("namespace", ServiceReader::kubernetesName);
        Optional<Service.Target> kubernetes = attach.value("kubernetes", ServiceReader::workload)
                .map(text -> new Service.AttachKubernetes(text, namespace));
        if (attach.has("namespace") && !attach.has("kubernetes")) {
            attach.problem("namespace", "belongs to kubernetes: deployment/NAME; remove it");
        }
        Optional<String> user = attach.value("user", Values::text);
        Optional<Secret> password = attach.value("password", Secret::new);
        Optional<Service.Target> jmx =
                attach.value("jmx", ServiceReader::jmxUrl).map(url -> new Service.AttachJmx(url, user, password));
        attach.rejectUnknownKeys();
        return ways == 1
                ? command.or(() -> kubernetes).or(() -> port).or(() -> pid).or(() -> jmx)
                : Optional.empty();
    }

    Optional<Database> database(Section section) {
        Optional<Database> database = section.required(
                        "url", text -> text, "name it as jdbc:mariadb://127.0.0.1:3306/stock")
                .flatMap(url -> parsed(section, url));
        Optional<String> user = section.value("user", Values::text);
        Optional<Secret> password = section.value("password", Secret::new);
        boolean explain = section.value("explain", Values.flag()).orElse(true);
        section.rejectUnknownKeys();
        return database.map(it -> new Database(
                it.dialect(),
                it.host(),
                it.port(),
                it.name(),
                user,
                password,
                address(it, section.shown("url")),
                explain));
    }

    /** Returns host and port as the file writes them. */
    private static String address(Database read, String url) {
        Matcher written = HOST_AND_PORT.matcher(url);
        if (!Source.refers(url)) {
            return read.address();
        }
        return written.find() ? written.group(1) : url.strip();
    }

    private static Optional<Database> parsed(Section section, String url) {
        Optional<Database> read = Database.of(url);
        if (read.isEmpty()) {
            // The address itself may carry a password, so it is not repeated.
            section.problem(
                    "url",
                    "must be jdbc:DIALECT://HOST:PORT/NAME with one of "
                            + String.join(
                                    ", ",
                                    Arrays.stream(Dialect.values())
                                            .map(d -> d.name().toLowerCase(Locale.ROOT))
                                            .toList())
                            + ", but has another form");
            return Optional.empty();
        }
        int port = read.get().port();
        if (port < 1 || port > 65_535) {
            section.problem("url", "must have a port from 1 to 65535, but has " + port);
            return Optional.empty();
        }
        return read;
    }

    private static String workload(String text) {
        if (!WORKLOAD.matcher(text.strip()).matches()) {
            throw new BadQuantity(
                    "a workload such as deployment/shop, statefulset/shop or pod/shop-7d9f", Values.quoted(text));
        }
        return text.strip();
    }

    private static String kubernetesName(String text) {
        if (!text.strip().matches(NAME)) {
            throw new BadQuantity("a Kubernetes name of small letters, digits, dots and hyphens", Values.quoted(text));
        }
        return text.strip();
    }

    private static String jmxUrl(String text) {
        try {
            new JMXServiceURL(text.strip());
            return text.strip();
        } catch (MalformedURLException malformed) {
            throw new BadQuantity(
                    "a JMX address such as service:jmx:rmi:///jndi/rmi://127.0.0.1:9010/jmxrmi", Values.quoted(text));
        }
    }
}
