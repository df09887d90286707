package dev.poolfit.experiment;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The service to tune and how to reach it.
 *
 * @param target the way to it
 * @param ready an address that answers with a 2xx status once the service is ready
 * @param readyTimeout the longest time until then
 * @param metrics the address of its Prometheus metrics; when absent it is looked for
 * @param poolName the HikariCP pool to tune, where the service has several
 */
public record Service(
        Target target, Optional<URI> ready, Duration readyTimeout, Optional<URI> metrics, Optional<String> poolName) {

    /** The way to get hold of the service. */
    public sealed interface Target permits Launch, AttachPort, AttachPid, AttachCommand, AttachKubernetes, AttachJmx {}

    /**
     * Start it, and stop it at the end.
     *
     * @param command a shell command
     * @param folder the folder that it runs in
     * @param environment the variables that are added to its environment; may hold secrets
     */
    public record Launch(String command, Path folder, Map<String, Secret> environment) implements Target {
        public Launch {
            environment = Map.copyOf(environment);
        }

        public Launch(String command, Path folder) {
            this(command, folder, Map.of());
        }
    }

    /** Attach to the local process that listens on a port, 1 to 65535. */
    public record AttachPort(int port) implements Target {}

    /** Attach to a local process. */
    public record AttachPid(long pid) implements Target {}

    /**
     * Attach by a helper that a command runs beside the service, in its container or on its machine.
     *
     * @param command such as {@code docker exec -i shop}: starts the program that is named behind it
     * @param pid the service's process there, where there are several JVMs
     */
    public record AttachCommand(String command, OptionalLong pid) implements Target {}

    /**
     * Attach to the only pod of a Kubernetes workload, with the user's own kubectl.
     *
     * @param workload such as {@code deployment/shop} or {@code pod/shop-7d9f}
     * @param namespace the namespace, if it is not the current one
     */
    public record AttachKubernetes(String workload, Optional<String> namespace) implements Target {}

    /** Connect to a JMX address, such as {@code service:jmx:rmi:///jndi/rmi://127.0.0.1:9010/jmxrmi}. */
    public record AttachJmx(String url, Optional<String> user, Optional<Secret> password) implements Target {}

    public boolean launched() {
        return target instanceof Launch;
    }
}
