package dev.poolfit.experiment.file;

import static dev.poolfit.experiment.file.Values.duration;
import static dev.poolfit.experiment.file.Values.integer;

import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.LiveGuard;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Service;
import dev.poolfit.units.BadQuantity;
import dev.poolfit.units.Share;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads {@code load: live} and the section {@code guard}, and finds what does not go together with them. */
final class LiveReader {
    /** Traffic that is there is often little. */
    static final Duration USUAL_BUDGET = Duration.ofHours(1);

    private static final String WORD = "live";

    private final Section root;

    LiveReader(Section root) {
        this.root = root;
    }

    /** Returns whether the load is a single word; also where it is another one, which {@link #load} reports. */
    boolean asked() {
        return root.has("load") && root.holdsValue("load");
    }

    Optional<Load> load() {
        Optional<String> word = root.value("load", LiveReader::word);
        Optional<LiveGuard> guard = root.section("guard").map(LiveReader::guard);
        return word.map(live -> Load.live(guard.orElse(LiveGuard.USUAL)));
    }

    private static String word(String text) {
        if (!text.strip().equals(WORD)) {
            throw new BadQuantity("live, or a mapping with users, rate, stages, k6 or jmeter", Values.quoted(text));
        }
        return WORD;
    }

    private static LiveGuard guard(Section section) {
        LiveGuard usual = LiveGuard.USUAL;
        Duration wait = section.value("wait", duration(Duration.ofMillis(1), Duration.ofMinutes(1)))
                .orElse(usual.longestWait());
        int pending = section.value("pending", integer(1, 100_000)).orElse(usual.pending());
        Share errors = section.value("errors", Share::parse).orElse(usual.errors());
        int timeouts = section.value("timeouts", integer(0, 1_000_000)).orElse(usual.timeouts());
        Duration cost = section.value("cost", duration(Duration.ofMillis(100), Duration.ofHours(24)))
                .orElse(usual.cost());
        section.rejectUnknownKeys();
        return new LiveGuard(wait, pending, errors, timeouts, cost);
    }

    void contradictions(Optional<Goal> goal, Optional<SearchSpace> space, Optional<Service> service) {
        service.filter(it -> it.launched() || it.target() instanceof Service.AttachJmx)
                .ifPresent(it -> root.problem(
                        "service",
                        "must be one that runs already and that the agent can come into where the load is live; attach to"
                                + " it by port, pid, command or kubernetes"));
        space.filter(it -> !it.knobs().equals(Set.of(Knob.POOL)))
                .ifPresent(it ->
                        root.problem("tune", "must be the pool alone where the load is live, such as pool: 2..10"));
        for (String key : List.of("fixed", "precision", "stop", "earlier")) {
            if (root.has(key)) {
                root.problem(key, "is for a load that Poolfit puts; remove it, for load is live");
            }
        }
        if (goal.filter(it ->
                        !it.maximal() || it.errors().isPresent() || it.p99().isPresent())
                .isPresent()) {
            root.problem(
                    "goal",
                    "may have throughput: max and a margin alone where the load is live: traffic does not follow the"
                            + " pool; what users may bear is said by guard");
        }
    }
}
