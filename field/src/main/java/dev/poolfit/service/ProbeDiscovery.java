package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Database;
import dev.poolfit.process.Listeners;
import dev.poolfit.process.ProcFiles;
import dev.poolfit.units.Message;
import dev.poolfit.units.OneLine;
import java.io.IOException;
import java.net.URI;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/** Sets up the probes that a service allows, and names those that it does not. */
final class ProbeDiscovery {
    private static final Pattern EMBEDDED =
            Pattern.compile("jdbc:(?:h2:(?!tcp:|ssl:)|hsqldb:(?!hsqls?:|https?:)|derby:(?!//)|sqlite:).*");

    private final ServiceRequest request;
    private final JvmConnection jvm;
    private final HikariPool pool;
    private final Optional<ServerThreads> threads;
    private final LongSupplier nanoseconds;
    private final ProbeSet observation = new ProbeSet();

    ProbeDiscovery(
            ServiceRequest request,
            JvmConnection jvm,
            HikariPool pool,
            Optional<ServerThreads> threads,
            LongSupplier nanoseconds) {
        this.request = request;
        this.jvm = jvm;
        this.pool = pool;
        this.threads = threads;
        this.nanoseconds = nanoseconds;
    }

    ProbeSet observe() {
        if (threads.isEmpty()) {
            observation.miss(Message.of(
                    jvm.link().keeper().filter(Publication::taken).isPresent()
                            ? "missing.connector"
                            : "missing.tomcat"));
        }
        if (!inProcess()) {
            observation.add(new ServiceProbe(new ServiceBeans(jvm.link(), pool, threads), nanoseconds));
            prometheus();
        }
        OptionalLong databasePid = request.database()
                .map(DatabaseProcess::find)
                .orElseGet(() -> poolUrl().map(DatabaseProcess::findBehind).orElse(OptionalLong.empty()));
        request.database().ifPresentOrElse(database -> database(database, databasePid), () -> {
            if (!embedded()) {
                observation.miss(Message.of("missing.database"));
            }
        });
        if (ProcFiles.available()) {
            Set<Long> others = new HashSet<>();
            jvm.pid().ifPresent(others::add);
            databasePid.ifPresent(others::add);
            Optional<String> unknown = unknown(databasePid);
            unknown.ifPresent(key -> observation.miss(Message.of(key)));
            observation.add(new HostProbe(others, unknown.isEmpty(), nanoseconds));
        } else {
            observation.miss(Message.of("missing.linux"));
        }
        return observation;
    }

    /** Returns the JDBC address of the pool, where the agent tells it. */
    private Optional<String> poolUrl() {
        return jvm.link().keeper().map(Publication::describe).orElse(ServiceDescription.UNKNOWN).pools().stream()
                .filter(each -> each.name().equals(pool.name()))
                .findFirst()
                .flatMap(ServiceDescription.Pool::url);
    }

    /** Returns whether the database is a part of the service's own process. */
    private boolean embedded() {
        return poolUrl().filter(url -> EMBEDDED.matcher(url).matches()).isPresent();
    }

    /** Returns why other programs cannot be distinguished from service and database, if so. */
    private Optional<String> unknown(OptionalLong databasePid) {
        if (jvm.pid().isEmpty()) {
            return Optional.of("missing.other-far");
        }
        boolean elsewhere = request.database().isPresent()
                && !DatabaseProcess.local(request.database().get().host());
        return databasePid.isPresent() || elsewhere || embedded()
                ? Optional.empty()
                : Optional.of("missing.other-database");
    }

    /** Returns whether the agent samples within the service, Micrometer's totals included or not. */
    private boolean inProcess() {
        if (jvm.loader().isEmpty()) {
            observation.miss(Message.of("missing.agent-far"));
            return false;
        }
        var agent = new SamplingAgent(jvm.link(), jvm.loader().get(), pool, threads, nanoseconds);
        try {
            agent.start();
            boolean timed = agent.take().containsKey("acquireCount");
            observation.add(new ServiceProbe(agent, nanoseconds));
            if (!timed) {
                prometheus();
            }
            return true;
        } catch (IOException refused) {
            observation.miss(Message.of("missing.agent-refused", OneLine.of(refused.getMessage())));
            return false;
        } catch (EnvironmentFailure failed) {
            observation.miss(Message.of("missing.agent-failed", OneLine.of(failed.getMessage()), failed.remedy()));
            return false;
        }
    }

    private void prometheus() {
        Set<URI> pages = pages();
        String reason = "";
        for (URI page : pages) {
            try {
                var probe = new PrometheusProbe(page, pool.name(), nanoseconds);
                probe.read();
                observation.add(probe);
                return;
            } catch (EnvironmentFailure unreadable) {
                reason = String.valueOf(unreadable.getMessage());
            }
        }
        // Which of the service's ports was tried last says nothing.
        observation.miss(
                request.service().metrics().isPresent()
                        ? Message.of("missing.metrics", reason)
                        : Message.of("missing.metrics-unseen"));
    }

    private Set<URI> pages() {
        var pages = new TreeSet<URI>();
        if (request.service().metrics().isPresent()) {
            pages.add(request.service().metrics().get());
            return pages;
        }
        request.service().ready().map(ready -> ready.resolve("prometheus")).ifPresent(pages::add);
        if (jvm.pid().isPresent() && Listeners.available()) {
            Listeners.now()
                    .of(jvm.pid().getAsLong())
                    .forEach(port -> pages.add(URI.create("http://127.0.0.1:" + port + "/actuator/prometheus")));
        }
        return pages;
    }

    private void database(Database database, OptionalLong pid) {
        try {
            observation.add(new DatabaseProbe(database, nanoseconds));
        } catch (EnvironmentFailure unreachable) {
            observation.miss(Message.verbatim(unreachable.getMessage() + ": " + unreachable.remedy()));
        }
        pid.ifPresentOrElse(
                process -> observation.add(new DatabaseProcess(process, nanoseconds)),
                () -> observation.miss(Message.of("missing.database-cpu", database.address())));
    }
}
