package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Secret;
import dev.poolfit.units.OneLine;
import java.io.IOException;
import java.net.MalformedURLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** A JMX address, and who connects to it. */
final class JmxUrl implements JmxLink.Way {
    private final JMXServiceURL address;
    private final Map<String, Object> environment = new HashMap<>();

    JmxUrl(String url, Optional<String> user, Optional<Secret> password) {
        // The connector's own heartbeat would keep a thread busy, and each read tells as much.
        environment.put("jmx.remote.x.client.connection.check.period", 0L);
        if (user.isPresent()) {
            environment.put(
                    JMXConnector.CREDENTIALS,
                    new String[] {user.get(), password.map(Secret::value).orElse("")});
        }
        try {
            address = new JMXServiceURL(url);
        } catch (MalformedURLException malformed) {
            throw new EnvironmentFailure(
                    "service.attach.jmx is \"" + url + "\", which is no JMX address ("
                            + OneLine.of(malformed.getMessage()) + ")",
                    "write it like service:jmx:rmi:///jndi/rmi://127.0.0.1:9010/jmxrmi",
                    malformed);
        }
    }

    /** Connects to the address that the user gave, or that the JVM attached to gave. */
    @Override
    @SuppressWarnings("BanJNDI")
    public JMXConnector connect() throws IOException {
        JmxFilter.require();
        return JMXConnectorFactory.connect(address, environment);
    }

    @Override
    public EnvironmentFailure refused(SecurityException refused) {
        return new EnvironmentFailure(
                "JMX at " + address + " refused the user or the password",
                "check service.attach.user and service.attach.password; settings can only be changed by a user"
                        + " with readwrite access",
                refused);
    }

    @Override
    public EnvironmentFailure failed(String who, String reason, Exception failed) {
        if (address.getURLPath().startsWith("/stub/")) {
            // The JVM that was attached to gave it, and it says nothing to a reader.
            return new EnvironmentFailure(
                    "could not connect to " + who + ": " + reason, "check that the service still runs", failed);
        }
        return new EnvironmentFailure(
                "could not connect to " + who + " by JMX at " + address + ": " + reason,
                "check that the service runs with -Dcom.sun.management.jmxremote.port and that its port can be"
                        + " reached from here",
                failed);
    }
}
