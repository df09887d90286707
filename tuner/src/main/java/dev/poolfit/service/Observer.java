package dev.poolfit.service;

import java.util.Optional;
import java.util.function.LongSupplier;

/** Sets up the probes that a service allows, and names those that it does not. */
final class Observer {
    private final ServiceRequest request;
    private final Reached reached;
    private final HikariPool pool;
    private final Optional<TomcatThreads> tomcat;
    private final LongSupplier nanoseconds;

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
        var observation = new Observation();
        observation.add(new HikariProbe(pool));
        tomcat.ifPresent(threads -> observation.add(new TomcatProbe(threads)));
        if (tomcat.isEmpty()) {
            observation.miss("Tomcat's threads cannot be read: start the service with"
                    + " server.tomcat.mbeanregistry.enabled=true");
        }
        observation.add(new JvmProbe(reached.link(), nanoseconds));
        return observation;
    }
}
