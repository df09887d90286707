package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Database;
import java.io.IOException;
import java.net.URI;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/** Sets up the probes that a service allows, and names those that it does not. */
final class Observer {
    private final ServiceRequest request;
    private final Reached reached;
    private final HikariPool pool;
    private final Optional<TomcatThreads> tomcat;
    private final LongSupplier nanoseconds;
    private final Observation observation = new Observation();

    Observer(
            ServiceRequest request,
            Reached reached,
            HikariPool pool,
            Optional<TomcatThreads> tomcat,
            LongSupplier nanoseconds) {
        this.request = request;
        this.reached = reached;
        this.pool = pool;
        this.tomcat = tomcat;
        this.nanoseconds = nanoseconds;
    }

    Observation observe() {
        if (tomcat.isEmpty()) {
            observation.miss("Tomcat's threads cannot be read: start the service with"
                    + " server.tomcat.mbeanregistry.enabled=true");
        }
        if (!inProcess()) {
            observation.add(new HikariProbe(pool));
            tomcat.ifPresent(threads -> observation.add(new TomcatProbe(threads)));
            prometheus();
        }
        observation.add(new JvmProbe(reached.link(), nanoseconds));
        OptionalLong databasePid = request.database().map(DatabaseProcess::find).orElse(OptionalLong.empty());
        request.database()
                .ifPresentOrElse(
                        database -> database(database, databasePid),
                        () -> observation.miss(
                                "the database is not observed: add database.url, user and password to the"
                                        + " experiment"));
        if (ProcFiles.available()) {
            Set<Long> others = new HashSet<>();
            reached.pid().ifPresent(others::add);
            databasePid.ifPresent(others::add);
            observation.add(new HostProbe(others, nanoseconds));
        } else {
            observation.miss("the CPU of this machine, of Poolfit and of the database can only be read on Linux");
        }
        return observation;
    }

    /** Whether the agent samples within the service, Micrometer's totals included or not. */
    private boolean inProcess() {
        if (reached.pid().isEmpty()) {
            observation.miss("waits for connections are looked at once a second only, which misses peaks: the agent"
                    + " that looks each 20 ms needs service.attach.port or pid on the same machine");
            return false;
        }
        var agent = new SamplingAgent(reached.link(), reached.pid().getAsLong(), pool, tomcat);
        try {
            agent.start();
            boolean timed = agent.take().containsKey("acquireCount");
            observation.add(new AgentProbe(agent, pool, tomcat, nanoseconds));
            if (!timed) {
                prometheus();
            }
            return true;
        } catch (IOException | EnvironmentFailure refused) {
            observation.miss("waits for connections are looked at once a second only, which misses peaks: the service"
                    + " did not take Poolfit's agent (" + refused.getMessage()
                    + "); start it with -XX:+EnableDynamicAgentLoading and on this machine's file system");
            return false;
        }
    }

    private void prometheus() {
        Set<URI> pages = pages();
        String reason = "no address to look at";
        for (URI page : pages) {
            try {
                var probe = new PrometheusProbe(page, pool.name(), nanoseconds);
                probe.read();
                observation.add(probe);
                return;
            } catch (EnvironmentFailure unreadable) {
                reason = unreadable.getMessage();
            }
        }
        observation.miss("how long connections are waited for and held cannot be read (" + reason
                + "): add spring-boot-starter-actuator and micrometer-registry-prometheus to the service, expose it"
                + " with management.endpoints.web.exposure.include=health,prometheus, and set service.metrics");
    }

    private Set<URI> pages() {
        var pages = new TreeSet<URI>();
        if (request.service().metrics().isPresent()) {
            pages.add(request.service().metrics().get());
            return pages;
        }
        request.service().ready().map(ready -> ready.resolve("prometheus")).ifPresent(pages::add);
        if (reached.pid().isPresent() && ProcFiles.available()) {
            Listeners.now()
                    .of(reached.pid().getAsLong())
                    .forEach(port -> pages.add(URI.create("http://127.0.0.1:" + port + "/actuator/prometheus")));
        }
        return pages;
    }

    private void database(Database database, OptionalLong pid) {
        try {
            observation.add(new DatabaseProbe(database, nanoseconds));
        } catch (EnvironmentFailure unreachable) {
            observation.miss(unreachable.getMessage() + ": " + unreachable.remedy());
        }
        pid.ifPresentOrElse(
                process -> observation.add(new DatabaseProcess(process, nanoseconds)),
                () -> observation.miss("the CPU of the database at " + database.host() + ":" + database.port()
                        + " cannot be read: it does not run on this machine, or in a container or as a user that"
                        + " Poolfit cannot see"));
    }
}
