package dev.poolfit.experiment;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The end of a script's load that ends by itself.
 *
 * @param cause the resource that runs out
 * @param count the number of them; 0 for {@link Cause#TIME}
 * @param latest the latest end, counted from its start; always there for {@link Cause#TIME}
 */
public record LoadEnd(Cause cause, long count, Optional<Duration> latest) {
    /** The resource that runs out. */
    public enum Cause {
        ITERATIONS,
        REQUESTS,
        /** Rows of a data file that is read once. */
        ROWS,
        TIME
    }

    public LoadEnd {
        if (count < 0 || cause == Cause.TIME && latest.isEmpty()) {
            throw new IllegalArgumentException(
                    "a load ends after a count from 0 or a time, not " + count + " " + cause);
        }
    }

    public static LoadEnd after(Duration time) {
        return new LoadEnd(Cause.TIME, 0, Optional.of(time));
    }

    /** Returns whether the load may end earlier: after a count nobody knows when. */
    public boolean mayComeBefore(Duration time) {
        return cause != Cause.TIME || latest.orElseThrow().compareTo(time) < 0;
    }

    /**
     * Returns the end of loads that run beside each other; absent if one goes on.
     *
     * @param parts the end of each; absent: it goes on, or nobody knows
     */
    public static Optional<LoadEnd> ofAll(List<Optional<LoadEnd>> parts) {
        if (parts.isEmpty() || parts.stream().anyMatch(Optional::isEmpty)) {
            return Optional.empty();
        }
        List<LoadEnd> ends = parts.stream().flatMap(Optional::stream).toList();
        Optional<Duration> timed = longest(ends.stream().filter(each -> each.cause() == Cause.TIME));
        if (timed.isPresent()) {
            return timed.map(LoadEnd::after);
        }
        List<Cause> causes = ends.stream().map(LoadEnd::cause).distinct().toList();
        return Optional.of(new LoadEnd(
                causes.size() == 1 ? causes.get(0) : Cause.ITERATIONS,
                ends.stream().mapToLong(LoadEnd::count).sum(),
                ends.stream().allMatch(each -> each.latest().isPresent()) ? longest(ends.stream()) : Optional.empty()));
    }

    private static Optional<Duration> longest(Stream<LoadEnd> ends) {
        return ends.flatMap(each -> each.latest().stream()).max(Duration::compareTo);
    }
}
