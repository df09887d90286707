package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Secret;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What came of putting back the settings that a killed run left changed.
 *
 * @param outcome what came of it
 * @param text the same for people, with the settings or the reason
 */
public record Restoration(Outcome outcome, String text) {
    /** Start times are given in hundredths of a second since boot, and the clock may have been set since. */
    private static final Duration SAME_START = Duration.ofSeconds(2);

    /** The ways that it can end. */
    public enum Outcome {
        RESTORED,
        SERVICE_GONE,
        FAILED
    }

    /**
     * Puts the settings back, if the same service still runs, and stops what Poolfit left running in it.
     *
     * @param password of the JMX user, where there was one
     */
    public static Restoration restore(ServiceFootprint found, Optional<Secret> password) {
        if (found.pid() != 0 && !runs(found)) {
            return new Restoration(
                    Outcome.SERVICE_GONE,
                    "the service (pid " + found.pid() + ") has ended, and its changed settings with it");
        }
        try (JmxLink link = link(found, password)) {
            var pool = new HikariPool(link, found.pool());
            Optional<TomcatThreads> tomcat =
                    found.tomcat().map(bean -> new TomcatThreads(link, HikariPool.objectName(bean)));
            new Tuning(pool, tomcat, false).apply(found.live());
            SamplingAgent.stop(link);
            return new Restoration(Outcome.RESTORED, "put back " + found.live());
        } catch (EnvironmentFailure failed) {
            return new Restoration(Outcome.FAILED, failed.getMessage() + "; " + failed.remedy());
        }
    }

    private static boolean runs(ServiceFootprint found) {
        Optional<ProcessHandle> process = ProcessHandle.of(found.pid()).filter(ProcessHandle::isAlive);
        Optional<Instant> started = process.flatMap(handle -> handle.info().startInstant());
        return process.isPresent()
                && (started.isEmpty()
                        || found.started().isEmpty()
                        || Duration.between(started.get(), found.started().get())
                                        .abs()
                                        .compareTo(SAME_START)
                                <= 0);
    }

    private static JmxLink link(ServiceFootprint found, Optional<Secret> password) {
        if (found.pid() == 0) {
            String url = found.jmx().orElseThrow();
            return new JmxLink(url, "the service at " + url, found.user(), password);
        }
        try (LocalJvm machine = LocalJvm.attach(found.pid())) {
            return new JmxLink(
                    machine.jmxUrl(), "the service (pid " + found.pid() + ")", Optional.empty(), Optional.empty());
        }
    }
}
