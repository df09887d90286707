package dev.poolfit.holders;

import dev.poolfit.holders.RecordedHolds.Hold;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/** Keeps what is held at the end of an observation, and the asynchronous requests that are under way. */
final class OpenHolds {
    private static final double NANOS = 1e9;

    private List<Open> held = List.of();
    private Optional<Streams> streams = Optional.empty();

    /** One that is held, by numbers that stay the same; a stack that is not known is less than 0. */
    private record Open(
            int name, double nanos, int borrowed, LongHold.State state, int use, boolean earlier, boolean still) {}

    /** @param own returns the number that stays the same for one of the recorder's */
    void add(RecordedHolds answer, IntUnaryOperator own) {
        var open = new ArrayList<Open>();
        for (int i = 0; i < answer.held().size(); i++) {
            Hold each = answer.held().get(i);
            String state = i < answer.states().size() ? answer.states().get(i) : "";
            int use = i < answer.uses().size() ? answer.uses().get(i) : -1;
            open.add(new Open(
                    own.applyAsInt(each.name()),
                    each.heldNanos(),
                    each.request() < 0 ? -1 : own.applyAsInt((int) each.request()),
                    LongHold.State.named(state),
                    use < 0 ? -1 : own.applyAsInt(use),
                    each.earlier(),
                    state.equals(LongHold.STILL)));
        }
        held = open;
        streams = answer.asynchronous()
                .map(routes -> new Streams(
                        Math.min(routes.size(), streams.map(Streams::least).orElse(Integer.MAX_VALUE)),
                        byFrequency(routes)));
    }

    private static List<String> byFrequency(List<String> routes) {
        var counts = new LinkedHashMap<String, Integer>();
        routes.forEach(each -> counts.merge(each, 1, Integer::sum));
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .map(Map.Entry::getKey)
                .toList();
    }

    Optional<Streams> streams() {
        return streams;
    }

    /** Returns connection-seconds by the number of the name, of at most so many nanoseconds each. */
    Map<Integer, Double> seconds(double most) {
        var seconds = new HashMap<Integer, Double>();
        held.forEach(each -> seconds.merge(each.name(), Math.min(each.nanos(), most) / NANOS, Double::sum));
        return seconds;
    }

    /** Returns those that are held for {@link HoldStatistics#LEAK_SECONDS} or longer. */
    List<LongHold> longHolds(IntFunction<String> name, IntFunction<Stack> stack) {
        return held.stream()
                .filter(each -> each.nanos() / NANOS >= HoldStatistics.LEAK_SECONDS)
                .map(each -> new LongHold(
                        name.apply(each.name()),
                        each.nanos() / NANOS,
                        each.state(),
                        known(each.borrowed(), stack),
                        known(each.use(), stack),
                        each.earlier(),
                        each.still()))
                .toList();
    }

    private static Optional<Stack> known(int number, IntFunction<Stack> stack) {
        return number < 0 ? Optional.empty() : Optional.of(stack.apply(number));
    }
}
