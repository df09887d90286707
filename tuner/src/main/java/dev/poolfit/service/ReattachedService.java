package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Secret;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A service that a killed run left behind, got hold of by what that run had noted. */
final class ReattachedService implements AutoCloseable {
    /** What a note may make Poolfit connect to: the registry of one host and port, and no other naming service. */
    private static final Pattern PLAIN = Pattern.compile("service:jmx:rmi://(?:[\\w.-]+(?::\\d{1,5})?)?"
            + "/jndi/rmi://(?:[\\w.-]+|\\[[0-9a-fA-F:.]+])(?::\\d{1,5})?/[\\w-]+");

    /** A JVM that is stopped takes an attachment, and never answers it. */
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final ServiceFootprint found;
    private final Optional<Secret> password;
    private @Nullable JmxLink link;

    ReattachedService(ServiceFootprint found, Optional<Secret> password) {
        this.found = found;
        this.password = password;
    }

    /** @throws EnvironmentFailure if it cannot be got hold of */
    TunedJvm tuning() {
        JmxLink connected = link;
        if (connected == null) {
            connected = connect();
            refuseWhileTuned(connected);
            link = connected;
        }
        JmxLink linked = connected;
        return new Tuning(
                new HikariPool(linked, found.pool()),
                found.tomcat().map(bean -> new TomcatThreads(linked, HikariPool.objectName(bean))),
                false);
    }

    private static void refuseWhileTuned(JmxLink connected) {
        Optional<Claimant> other;
        try {
            other = Claim.clear(connected);
        } catch (EnvironmentFailure refused) {
            // A service that takes no claims, or does not answer: the next call to it tells which.
            return;
        }
        if (other.isPresent()) {
            connected.close();
            throw new EnvironmentFailure(
                    "the service is being tuned now, by " + other.get(),
                    "wait for that run, or interrupt it; if it was killed, wait " + Claim.STALE_SECONDS + " s");
        }
    }

    private JmxLink connect() {
        if (found.jmx().isEmpty()) {
            String who = "the service (pid " + found.pid() + ")";
            return new JmxLink(localUrl(who), who, Optional.empty(), Optional.empty());
        }
        String url = found.jmx().get();
        if (!PLAIN.matcher(url).matches()) {
            throw new EnvironmentFailure(
                    "the note has the JMX address \"" + url
                            + "\", which is not of the form service:jmx:rmi:///jndi/rmi://HOST:PORT/jmxrmi",
                    "connect to such an address by a tool of your own");
        }
        return new JmxLink(url, "the service at " + url, found.user(), password);
    }

    private String localUrl(String who) {
        try {
            return TimeLimiter.call(LIMIT, () -> {
                try (LocalJvm machine = LocalJvm.attach(found.pid())) {
                    return machine.jmxUrl();
                }
            });
        } catch (EnvironmentFailure refused) {
            throw refused;
        } catch (TimeoutException silent) {
            throw new EnvironmentFailure(
                    who + " could not be attached to within " + LIMIT.toSeconds() + " s",
                    "check whether it is stopped",
                    silent);
        } catch (Exception failed) {
            throw new EnvironmentFailure(who + " could not be attached to: " + failed, "report this", failed);
        }
    }

    /** Lets go of it, and stops Poolfit's agent in it. */
    @Override
    public void close() {
        JmxLink connected = link;
        if (connected != null) {
            SamplingAgent.stop(connected);
            connected.close();
        }
    }
}
