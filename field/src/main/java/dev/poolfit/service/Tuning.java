package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.experiment.WorkerThreads;
import dev.poolfit.process.ProcessIdentity;
import java.time.Duration;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/** Reads and changes the settings of one pool and the worker threads of one web server. */
final class Tuning implements TunedJvm {
    private static final Duration MARGIN = Duration.ofSeconds(1);

    private final HikariPool pool;
    private final Optional<ServerThreads> threads;
    private final Settings found;
    private final boolean launched;
    private final Duration housekeeping;

    /** @param launched whether knobs that need a restart were handed over at the start */
    Tuning(HikariPool pool, Optional<ServerThreads> threads, boolean launched) {
        this.pool = pool;
        this.threads = threads;
        this.launched = launched;
        this.housekeeping = pool.housekeeping().plus(MARGIN);
        this.found = read();
    }

    Duration housekeeping() {
        return housekeeping;
    }

    Settings found() {
        return found;
    }

    /** Returns the web server's worker threads; Tomcat's where there are none. */
    WorkerThreads workers() {
        return threads.map(ServerThreads::workers).orElse(WorkerThreads.TOMCAT);
    }

    @Override
    public Settings read() {
        return pool.settings().with(threads.map(ServerThreads::settings).orElse(Settings.NONE));
    }

    @Override
    public String identity() {
        return pool.jvm();
    }

    /** Returns the service's process, where it is found on this machine. */
    Optional<ProcessIdentity> processHere() {
        return pool.processHere();
    }

    @Override
    public boolean unanswered() {
        return pool.unanswered();
    }

    /**
     * Completes a change with the knobs that follow others.
     *
     * @param present the settings that hold
     * @throws EnvironmentFailure if the service does not let a knob be changed
     */
    Settings target(Settings wanted, Settings present) {
        wanted.knobs().forEach(knob -> check(knob, wanted, present));
        return completed(wanted, present);
    }

    /**
     * Changes what differs.
     *
     * @return the time until all of it holds for requests, too; zero but for a new connection timeout
     */
    Duration change(Settings present, Settings target) {
        if (target.has(Knob.POOL)) {
            pool.resize(present, target.count(Knob.POOL), target.count(Knob.MINIMUM_IDLE));
        }
        Optional<Duration> timeout =
                target.connectionTimeout().filter(time -> !target.agree(Knob.CONNECTION_TIMEOUT, present));
        timeout.ifPresent(pool::connectionTimeout);
        if (target.has(Knob.THREADS)) {
            threads.orElseThrow().resize(present, target);
        }
        return timeout.isPresent() ? housekeeping : Duration.ZERO;
    }

    /** Returns those of the settings that hold now which the service showed right after Poolfit's change. */
    Settings given(Settings now) {
        Settings given = pool.given().with(threads.map(ServerThreads::given).orElse(Settings.NONE));
        return now.restrictedTo(
                now.knobs().stream().filter(knob -> given.agree(knob, now)).collect(Collectors.toSet()));
    }

    @Override
    public Settings restore(Settings exact) {
        Settings present = read();
        exact.knobs().forEach(knob -> check(knob, exact, present));
        change(present, exact);
        Settings back = read();
        difference(shown(exact), back).ifPresent(wrong -> {
            throw wrong;
        });
        return back;
    }

    /** Returns what Tomcat shows: no more spare threads than threads, whatever it was told. */
    private static Settings shown(Settings exact) {
        return exact.has(Knob.THREADS) && exact.has(Knob.MIN_SPARE)
                ? exact.with(Knob.MIN_SPARE, Math.min(exact.count(Knob.MIN_SPARE), exact.count(Knob.THREADS)))
                : exact;
    }

    private void check(Knob knob, Settings wanted, Settings before) {
        if (knob.live() && !before.has(knob)) {
            throw new EnvironmentFailure(
                    knob.key() + " " + wanted.text(knob) + " is wanted, but the service does not let " + knob.key()
                            + " be changed",
                    threads.isPresent()
                            ? "its worker threads are virtual or belong to an executor of its own; leave " + knob.key()
                                    + " out of the experiment"
                            : "it shows no worker threads of Tomcat, Jetty or Undertow; leave " + knob.key()
                                    + " out of the experiment, or, for a Tomcat that"
                                    + " is reached by JMX alone, start it with server.tomcat.mbeanregistry.enabled=true");
        }
        if (!knob.live() && (before.has(knob) ? !before.agree(knob, wanted) : !launched)) {
            throw new EnvironmentFailure(
                    knob.key() + " " + wanted.text(knob) + " is wanted, but the running service "
                            + (before.has(knob) ? "has " + before.text(knob) : "does not report what it has")
                            + ", and it cannot be changed while it runs",
                    "restart the service with " + knob.property() + "=" + wanted.propertyValue(knob)
                            + (before.has(knob) ? "" : " and remove " + knob.key() + " from the experiment")
                            + ", or let Poolfit start it (service.launch)");
        }
    }

    /** Adds what follows: minimum idle is the pool size unless given; idle and spare are at most their totals. */
    private Settings completed(Settings wanted, Settings before) {
        Settings target = wanted;
        if (wanted.has(Knob.POOL) || wanted.has(Knob.MINIMUM_IDLE)) {
            int size = wanted.has(Knob.POOL) ? wanted.count(Knob.POOL) : before.count(Knob.POOL);
            int idle = wanted.has(Knob.MINIMUM_IDLE) ? wanted.count(Knob.MINIMUM_IDLE) : size;
            target = target.with(Knob.POOL, size).with(Knob.MINIMUM_IDLE, Math.min(idle, size));
        }
        if (wanted.has(Knob.THREADS) || wanted.has(Knob.MIN_SPARE)) {
            int most = wanted.has(Knob.THREADS) ? wanted.count(Knob.THREADS) : before.count(Knob.THREADS);
            target = target.with(Knob.THREADS, most);
            // Undertow has none.
            if (before.has(Knob.MIN_SPARE)) {
                int spare = wanted.has(Knob.MIN_SPARE) ? wanted.count(Knob.MIN_SPARE) : found.count(Knob.MIN_SPARE);
                target = target.with(Knob.MIN_SPARE, Math.min(spare, most));
            }
        }
        return target;
    }

    /** Returns what the service has otherwise than it was told, if anything. */
    static Optional<EnvironmentFailure> difference(Settings target, Settings effective) {
        var wrong = new StringJoiner("; ");
        target.knobs().forEach(knob -> {
            if (effective.has(knob) && !effective.agree(knob, target)) {
                wrong.add(knob.key() + " was set to " + target.text(knob) + ", but the service has "
                        + effective.text(knob));
            }
        });
        return wrong.length() == 0
                ? Optional.empty()
                : Optional.of(new EnvironmentFailure(
                        wrong.toString(),
                        "check that nothing else changes the service's settings, and that they are within its bounds"));
    }
}
