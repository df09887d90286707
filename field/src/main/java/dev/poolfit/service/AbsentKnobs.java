package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.Message;
import java.util.List;
import java.util.Set;

/** Names the knobs that an experiment tunes and a service does not have. */
final class AbsentKnobs {
    private AbsentKnobs() {}

    /**
     * Returns a sentence for each knob that is to be tuned and that the service does not have; the others are tuned.
     *
     * @throws EnvironmentFailure if it has none of them
     */
    static List<Message> of(Set<Knob> tuned, Tuning tuning, String who, boolean connector) {
        Settings found = tuning.found();
        List<Knob> absent = tuned.stream()
                .filter(knob -> knob.live() && !found.has(knob))
                .sorted()
                .toList();
        String server = tuning.workers().server().title();
        if (!absent.isEmpty() && absent.size() == tuned.size()) {
            String key = absent.get(0).key();
            if (!connector) {
                throw new EnvironmentFailure(
                        who + " shows no worker threads of Tomcat, Jetty or Undertow for this port, which tuning " + key
                                + " needs",
                        "tune the pool; a Tomcat that is reached by JMX alone shows its connector once it is started"
                                + " with server.tomcat.mbeanregistry.enabled=true");
            }
            throw found.has(Knob.THREADS)
                    ? new EnvironmentFailure(
                            who + " has no " + key + " to tune, since " + server + " has no such setting",
                            "tune the pool or the threads")
                    : new EnvironmentFailure(
                            who + " runs its requests on virtual threads or an executor of its own, so it has no " + key
                                    + " to tune",
                            "set spring.threads.virtual.enabled=false, or tune the pool");
        }
        String why = !connector
                ? "missing.knob-unseen"
                : found.has(Knob.THREADS) ? "missing.knob-unknown" : "missing.knob-virtual";
        return absent.stream()
                .map(knob -> why.equals("missing.knob-unknown")
                        ? Message.of(why, knob.key(), server)
                        : Message.of(why, knob.key()))
                .toList();
    }
}
