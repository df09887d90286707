package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Secret;
import dev.poolfit.service.helper.HelperProcess;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Gets hold of a service that a killed run left behind, by what that run had noted. */
final class ReattachedService implements AutoCloseable {
    /** Matches what a note may make Poolfit connect to: the registry of one host and port, and no other naming service. */
    private static final Pattern PLAIN = Pattern.compile("service:jmx:rmi://(?:[\\w.-]+(?::\\d{1,5})?)?"
            + "/jndi/rmi://(?:[\\w.-]+|\\[[0-9a-fA-F:.]+])(?::\\d{1,5})?/[\\w-]+");

    private static final Pattern NUMBERED = Pattern.compile("\\d{1,9}@");

    /** Ends an attachment to a stopped JVM, which takes it and never answers. */
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final RestoreRecord found;
    private final Optional<Secret> password;
    private @Nullable JmxLink link;

    ReattachedService(RestoreRecord found, Optional<Secret> password) {
        this.found = found;
        this.password = password;
    }

    /** Connects if need be; throws EnvironmentFailure if it cannot be got hold of. */
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
                found.connector().map(bean -> new ServerThreads(linked, HikariPool.objectName(bean))),
                false);
    }

    private void refuseWhileTuned(JmxLink connected) {
        Optional<Claimant> other;
        try {
            other = Claim.clear(connected, RestoreRecordCodec.changes(found));
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
        if (found.address().command().isPresent()) {
            String command = found.address().command().get();
            var way = HelperWay.to(new HelperProcess.Place(command, pidThere(), OptionalInt.empty()));
            var beside = new JmxLink(way, "the service behind \"" + command + "\"");
            beside.keepBy(Publication.toRestore(beside, way.loader()));
            return beside;
        }
        if (found.jmx().isEmpty()) {
            String who = "the service (pid " + found.pid() + ")";
            var local = new JmxLink(localUrl(who), who, Optional.empty(), Optional.empty());
            local.keepBy(Publication.toRestore(local, SamplingAgent.into(found.pid())));
            return local;
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

    /** Reads the process from the JVM's own name beside a command: HotSpot's is {@code PID@HOST}. */
    private OptionalLong pidThere() {
        return found.address().jvm().stream()
                .filter(jvm -> NUMBERED.matcher(jvm).lookingAt())
                .mapToLong(jvm -> Long.parseLong(jvm.substring(0, jvm.indexOf('@'))))
                .findFirst();
    }

    private String localUrl(String who) {
        try {
            ServiceOpener.requireAttach();
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
            connected.keeper().ifPresent(Publication::dissolve);
            connected.close();
        }
    }
}
