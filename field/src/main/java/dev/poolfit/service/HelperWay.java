package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.service.helper.HelperConnector;
import dev.poolfit.service.helper.HelperProcess;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import javax.management.remote.JMXConnector;

/** The way through a helper beside the service, which starts once: when it is gone, the settings have been put back. */
final class HelperWay implements JmxLink.Way {
    private final HelperConnector connector;
    private final String command;
    private boolean used;

    private HelperWay(HelperConnector connector, String command) {
        this.connector = connector;
        this.command = command;
    }

    /** Starts a helper; throws EnvironmentFailure if there can be no helper. */
    static HelperWay to(HelperProcess.Place place) {
        try {
            return new HelperWay(new HelperConnector(HelperProcess.start(place, AgentJar.content())), place.command());
        } catch (IOException unbuilt) {
            throw new EnvironmentFailure(String.valueOf(unbuilt.getMessage()), "build Poolfit anew", unbuilt);
        }
    }

    /** Returns what starts other parts of the agent, which is in the service already. */
    SamplingAgent.Loader loader() {
        return arguments -> {
            Map<String, String> named = new HashMap<>();
            for (String pair : arguments.split("&", -1)) {
                String[] sides = pair.split("=", 2);
                named.put(sides[0], URLDecoder.decode(sides[1], StandardCharsets.UTF_8));
            }
            connector.start(named);
        };
    }

    @Override
    public JMXConnector connect() throws IOException {
        if (used) {
            throw new IOException("the helper has ended");
        }
        used = true;
        return connector;
    }

    @Override
    public EnvironmentFailure refused(SecurityException refused) {
        return failed("the service behind \"" + command + "\"", "refused", refused);
    }

    @Override
    public EnvironmentFailure failed(String who, String reason, Exception failed) {
        return new EnvironmentFailure(
                "the connection to " + who + " has ended",
                "check that the service still runs; the agent in it puts the initial settings back by itself, and tune"
                        + " --resume goes on",
                failed);
    }
}
