package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Settings;
import dev.poolfit.experiment.WorkerThreads;
import dev.poolfit.holders.HoldRecorder;
import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.units.Message;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** A service that Poolfit has got hold of: its settings can be changed while it runs, and it can be observed. */
public interface RunningService extends AutoCloseable {
    /** Returns the settings that could be read when Poolfit got hold of the service. */
    Settings found();

    /**
     * Reads the settings that hold now.
     *
     * @throws EnvironmentFailure if the service does not answer
     */
    Settings effective();

    /**
     * Changes the settings and reads them back; the knobs that are not named stay as they are, except that the minimum
     * idle follows the pool size, and the spare threads never exceed the threads. A service that Poolfit launched is
     * launched again where a tuned setting takes it; its probes are new ones then, and it is cold.
     *
     * @throws EnvironmentFailure if a setting needs a restart that Poolfit cannot do or did not take hold, if the service
     *     does not answer, was restarted or was changed by somebody else, or if this was closed
     */
    void apply(Settings settings);

    /** Returns the web server of its worker threads, and the least number that it takes. */
    default WorkerThreads workers() {
        return WorkerThreads.TOMCAT;
    }

    /** Returns how many times this run has started the service, at least 1. */
    default int starts() {
        return 1;
    }

    /** Leaves the settings as they are now when the service is let go of. */
    default void keep() {
        throw new UnsupportedOperationException();
    }

    /** Returns the time until the last change holds for requests, too; zero but for the connection timeout. */
    Duration settlesIn();

    /** Returns the time until a new connection timeout holds: the period of the pool's housekeeping, and 1 s. */
    Duration housekeeping();

    /** Returns whether the service still runs. */
    boolean alive();

    /** Returns what to say once it is not {@link #alive} any more. */
    default EnvironmentFailure gone() {
        // By JMX alone nobody can tell a service that ended from one that does not answer.
        return new EnvironmentFailure(
                "the service " + (pid().isPresent() ? "ended" : "ended or stopped answering by JMX")
                        + " in the middle of a trial",
                "see its log; finished trials are kept");
    }

    /** Returns the process id, where it runs on this machine. */
    OptionalLong pid();

    /** Returns the probes of the service and its surroundings; each read ends within half a second. */
    List<Probe> probes();

    /** Returns a sentence for each thing that cannot be read: what, why, and what to do about it. */
    List<Message> missing();

    /** Returns the most connections that the observed database takes from all its clients, where it reports it. */
    default OptionalInt maxConnections() {
        return OptionalInt.empty();
    }

    /**
     * Returns the number of processors that the service may use, where its JVM tells. A limit of its container counts,
     * as a fraction where the agent could read it, else rounded up.
     */
    default OptionalDouble processors() {
        return OptionalDouble.empty();
    }

    /**
     * Records who holds the connections of the pool, until the recorder is closed; no setting changes.
     *
     * @throws EnvironmentFailure if the service takes no agent, or its HikariCP is an unknown one
     */
    default HoldRecorder recordHolds() {
        throw new EnvironmentFailure("who holds the connections cannot be recorded here", "attach to the service");
    }

    /**
     * Records each borrow of the pool, without the stacks and statements of {@link #recordHolds}, until the recorder is closed; no
     * setting changes.
     *
     * @throws EnvironmentFailure if the service takes no agent, or its HikariCP is an unknown one
     */
    default HoldRecorder recordBorrows() {
        throw new EnvironmentFailure("borrows cannot be recorded here", "attach to the service");
    }

    /**
     * Limits how many connections of the pool are in circulation, until the limiter is closed; no setting changes.
     *
     * @param silence after which it takes itself out, in whole seconds, at least 1
     * @throws EnvironmentFailure if the service takes no agent, or its HikariCP is an unknown one
     */
    default BorrowLimiter limitBorrows(Duration silence) {
        throw new EnvironmentFailure("connections cannot be limited here", "attach to the service");
    }

    /** Returns the name of the pool. */
    default String poolName() {
        return "";
    }

    /** Describes the service, as far as it can be read. */
    default ServiceDescription describe() {
        return ServiceDescription.UNKNOWN;
    }

    /** Returns how to reach the service again, what it had and what it was given, for {@link Restoration} after a crash. */
    RestoreRecord restoreRecord();

    /**
     * Has somebody note each change before it is made: what is handed over is the {@link #restoreRecord} after it. A service
     * that Poolfit launched has nothing to note, for it ends with Poolfit.
     */
    default void beforeEachChange(Consumer<RestoreRecord> note) {}

    /**
     * Puts back the settings that were found and lets go of the service; stops it if Poolfit started it. What failed can
     * be tried again; once it succeeded, further calls do nothing. May be called while another thread is in
     * {@link #apply}, and must not be interrupted. Takes at most half a minute if the service does not answer.
     */
    Restoration release();

    /**
     * Lets go of the service as {@link #release} does.
     *
     * @throws EnvironmentFailure if the settings could not be put back
     */
    @Override
    default void close() {
        Restoration restored = release();
        if (!restored.settled()) {
            throw new EnvironmentFailure(restored.text(), "run poolfit restore; or " + restored.byHand());
        }
    }
}
