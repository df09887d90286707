package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import java.time.Duration;
import java.util.Optional;
import java.util.StringJoiner;

/** Reads and changes the settings of one pool and one connector. */
final class Tuning {
    private static final Duration MARGIN = Duration.ofSeconds(1);

    private final HikariPool pool;
    private final Optional<TomcatThreads> tomcat;
    private final Settings found;
    private final boolean launched;
    private final Duration housekeeping;

    /** @param launched whether knobs that need a restart were handed over at the start */
    Tuning(HikariPool pool, Optional<TomcatThreads> tomcat, boolean launched) {
        this.pool = pool;
        this.tomcat = tomcat;
        this.launched = launched;
        this.housekeeping = pool.housekeeping().plus(MARGIN);
        this.found = read();
    }

    /** How long a new connection timeout takes to hold. */
    Duration housekeeping() {
        return housekeeping;
    }

    Settings found() {
        return found;
    }

    Settings read() {
        return pool.settings().with(tomcat.map(TomcatThreads::settings).orElse(Settings.NONE));
    }

    /**
     * Changes what differs, and reads it back.
     *
     * @return how long until all of it holds for requests, too; zero but for a new connection timeout
     */
    Duration apply(Settings wanted) {
        Settings before = read();
        wanted.values().forEach((knob, value) -> check(knob, value, before));
        Settings target = completed(wanted, before);
        if (target.has(Knob.POOL)) {
            pool.resize(before, count(target, Knob.POOL), count(target, Knob.MINIMUM_IDLE));
        }
        boolean timeout = target.has(Knob.CONNECTION_TIMEOUT)
                && target.get(Knob.CONNECTION_TIMEOUT) != before.get(Knob.CONNECTION_TIMEOUT);
        if (timeout) {
            pool.connectionTimeout(target.get(Knob.CONNECTION_TIMEOUT));
        }
        if (target.has(Knob.THREADS)) {
            tomcat.orElseThrow().resize(before, count(target, Knob.THREADS), count(target, Knob.MIN_SPARE));
        }
        verify(target, read());
        return timeout ? housekeeping : Duration.ZERO;
    }

    private void check(Knob knob, long value, Settings before) {
        if (knob.live() && !before.has(knob)) {
            throw new EnvironmentFailure(
                    knob.key() + " " + knob.text(value) + " is wanted, but the service does not let " + knob.key()
                            + " be changed",
                    tomcat.isPresent()
                            ? "its worker threads are virtual or belong to an executor of its own; tune the pool alone"
                            : "start it with server.tomcat.mbeanregistry.enabled=true, or tune the pool alone");
        }
        if (!knob.live() && (before.has(knob) ? before.get(knob) != value : !launched)) {
            throw new EnvironmentFailure(
                    knob.key() + " " + knob.text(value) + " is wanted, but the running service "
                            + (before.has(knob) ? "has " + knob.text(before.get(knob)) : "does not tell what it has")
                            + ", and it cannot be changed while it runs",
                    "restart the service with " + knob.property() + "=" + knob.propertyValue(value)
                            + (before.has(knob) ? "" : " and remove " + knob.key() + " from the experiment")
                            + ", or let Poolfit start it (service.launch)");
        }
    }

    /** A pool has a fixed size unless told otherwise; no more idle connections than connections, nor spare threads than threads. */
    private Settings completed(Settings wanted, Settings before) {
        Settings target = wanted;
        if (wanted.has(Knob.POOL) || wanted.has(Knob.MINIMUM_IDLE)) {
            long size = wanted.has(Knob.POOL) ? wanted.get(Knob.POOL) : before.get(Knob.POOL);
            long idle = wanted.has(Knob.MINIMUM_IDLE) ? wanted.get(Knob.MINIMUM_IDLE) : size;
            target = target.with(Knob.POOL, size).with(Knob.MINIMUM_IDLE, Math.min(idle, size));
        }
        if (wanted.has(Knob.THREADS) || wanted.has(Knob.MIN_SPARE)) {
            long threads = wanted.has(Knob.THREADS) ? wanted.get(Knob.THREADS) : before.get(Knob.THREADS);
            long spare = wanted.has(Knob.MIN_SPARE) ? wanted.get(Knob.MIN_SPARE) : found.get(Knob.MIN_SPARE);
            target = target.with(Knob.THREADS, threads).with(Knob.MIN_SPARE, Math.min(spare, threads));
        }
        return target;
    }

    private static void verify(Settings target, Settings effective) {
        var wrong = new StringJoiner("; ");
        target.values().forEach((knob, value) -> {
            if (effective.has(knob) && effective.get(knob) != value) {
                wrong.add(knob.key() + " was set to " + knob.text(value) + ", but the service has "
                        + knob.text(effective.get(knob)));
            }
        });
        if (wrong.length() > 0) {
            throw new EnvironmentFailure(
                    wrong.toString(),
                    "check that nothing else changes the service's settings, and that they are within its bounds");
        }
    }

    private static int count(Settings settings, Knob knob) {
        return Math.toIntExact(settings.get(knob));
    }
}
