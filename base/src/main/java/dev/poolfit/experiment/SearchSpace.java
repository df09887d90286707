package dev.poolfit.experiment;

import dev.poolfit.units.IntRange;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The knobs to tune.
 *
 * @param ranges pool and threads, each with the range to search
 * @param choices the other knobs, each with settings of it alone to compare, at least 2 and all different
 * @param server the server of the threads: Tomcat until the service has shown another
 */
public record SearchSpace(Map<Knob, IntRange> ranges, Map<Knob, List<Settings>> choices, WebServer server) {
    public SearchSpace {
        ranges = Knob.ordered(ranges);
        choices = Knob.ordered(choices);
        choices.forEach((knob, values) -> {
            if (values.size() < 2 || Set.copyOf(values).size() < values.size()) {
                throw new IllegalArgumentException(
                        knob.key() + " must have two different values or more, but has " + values);
            }
            if (!values.stream().allMatch(value -> value.knobs().equals(Set.of(knob)))) {
                throw new IllegalArgumentException(knob.key() + " must have values of its own, but has " + values);
            }
        });
    }

    /** The space of a service of which nothing is known yet. */
    public SearchSpace(Map<Knob, IntRange> ranges, Map<Knob, List<Settings>> choices) {
        this(ranges, choices, WebServer.TOMCAT);
    }

    /** Pool and threads alone. */
    public SearchSpace(Map<Knob, IntRange> ranges) {
        this(ranges, Map.of());
    }

    public Optional<IntRange> of(Knob knob) {
        return Optional.ofNullable(ranges.get(knob));
    }

    /** Returns every knob that is tuned, in the usual order. */
    public Set<Knob> knobs() {
        return Knob.ALL.stream()
                .filter(this::tunes)
                .collect(Collectors.collectingAndThen(
                        Collectors.toCollection(LinkedHashSet::new), Collections::unmodifiableSet));
    }

    public boolean tunes(Knob knob) {
        return ranges.containsKey(knob) || choices.containsKey(knob);
    }

    /** Returns the first value of each knob that a running service does not report, for a launched one starts with it. */
    public Settings unreported() {
        return choices.containsKey(Knob.OPEN_IN_VIEW)
                ? choices.get(Knob.OPEN_IN_VIEW).get(0)
                : Settings.NONE;
    }

    /**
     * Returns this space without the live knobs that a service does not have, such as threads where each request has a virtual
     * thread of its own, and with no fewer threads than its server takes.
     *
     * @param found the settings that the service has
     */
    public SearchSpace reportedBy(Settings found, WorkerThreads workers) {
        var kept = new HashMap<>(ranges);
        kept.keySet().removeIf(knob -> knob.live() && !found.has(knob));
        kept.computeIfPresent(
                Knob.THREADS,
                (knob, range) ->
                        new IntRange(Math.min(range.high(), Math.max(range.low(), workers.least())), range.high()));
        var offered = new HashMap<>(choices);
        offered.keySet().removeIf(knob -> knob.live() && !found.has(knob));
        return new SearchSpace(kept, offered, workers.server());
    }

    /** Returns the searched values, as an experiment file writes them. */
    public String text(Knob knob) {
        return of(knob).map(IntRange::toString)
                .orElseGet(() -> choices.getOrDefault(knob, List.of()).stream()
                        .map(value -> value.text(knob))
                        .toList()
                        .toString());
    }

    /** Returns whether a change of one of these knobs takes a restart of the service. */
    public static boolean restarts(Collection<Knob> knobs) {
        return knobs.stream().anyMatch(knob -> !knob.live());
    }

    /** Returns this space with the pool held at or below a ceiling, which is at least the range's lower end. */
    public SearchSpace withPoolUpTo(int ceiling) {
        return with(Knob.POOL, Integer.MIN_VALUE, ceiling);
    }

    /** Returns this space with no pool below a floor; at least the largest of the range remains. */
    public SearchSpace withPoolFrom(int floor) {
        return with(Knob.POOL, of(Knob.POOL).map(range -> range.clamp(floor)).orElse(floor), Integer.MAX_VALUE);
    }

    /** Returns this space with no more threads than that, which is at least the range's lower end. */
    public SearchSpace withThreadsUpTo(int most) {
        return with(Knob.THREADS, Integer.MIN_VALUE, most);
    }

    private SearchSpace with(Knob knob, int least, int most) {
        if (!ranges.containsKey(knob)) {
            return this;
        }
        var bounded = new HashMap<>(ranges);
        bounded.computeIfPresent(
                knob, (same, range) -> new IntRange(Math.max(range.low(), least), Math.min(range.high(), most)));
        return new SearchSpace(bounded, choices, server);
    }
}
