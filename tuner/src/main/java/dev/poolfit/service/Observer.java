package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Database;
import dev.poolfit.units.Sentence;
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
            observation.miss(Sentence.of("missing.tomcat"));
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
                        () -> observation.miss(Sentence.of("missing.database")));
        if (ProcFiles.available()) {
            Set<Long> others = new HashSet<>();
            reached.pid().ifPresent(others::add);
            databasePid.ifPresent(others::add);
            observation.add(new HostProbe(others, nanoseconds));
        } else {
            observation.miss(Sentence.of("missing.linux"));
        }
        return observation;
    }

    /** Whether the agent samples within the service, Micrometer's totals included or not. */
    private boolean inProcess() {
        if (reached.pid().isEmpty()) {
            observation.miss(Sentence.of("missing.agent-far"));
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
            observation.miss(Sentence.of("missing.agent-refused", "" + refused.getMessage()));
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
        observation.miss(Sentence.of("missing.metrics", String.valueOf(reason)));
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
            observation.miss(Sentence.verbatim(unreachable.getMessage() + ": " + unreachable.remedy()));
        }
        pid.ifPresentOrElse(
                process -> observation.add(new DatabaseProcess(process, nanoseconds)),
                () -> observation.miss(Sentence.of("missing.database-cpu", database.host() + ":" + database.port())));
    }
}
