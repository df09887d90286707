package dev.poolfit.holders;

import dev.poolfit.holders.RecordedHolds.Hold;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** Recognises that whoever has a connection waits for another one, of a service with one pool. */
final class Standstills {
    private final IntUnaryOperator own;
    private final IntFunction<String> names;
    private final IntFunction<Stack> stacks;
    private Optional<Standstill> present = Optional.empty();
    private Optional<Standstill> largest = Optional.empty();

    /**
     * @param own returns the number that stays the same for one of the recorder's
     * @param names by that number
     * @param stacks by that number
     */
    Standstills(IntUnaryOperator own, IntFunction<String> names, IntFunction<Stack> stacks) {
        this.own = own;
        this.names = names;
        this.stacks = stacks;
    }

    void add(RecordedHolds answer) {
        // Stacks of all threads are not read for each answer; until a connection comes back, all is as it was.
        if (answer.before() > 0
                && answer.suspended().isEmpty()
                && answer.ended().isEmpty()) {
            return;
        }
        Optional<Standstill> now =
                answer.pools() == 1 && known(answer).allMatch(i -> rests(answer, i) || waits(answer, i))
                        ? answer.before() > 0 ? before(answer) : since(answer)
                        : Optional.empty();
        present = now;
        if (now.isPresent()
                && largest.filter(each -> each.connections() > now.get().connections())
                        .isEmpty()) {
            largest = now;
        }
    }

    /** Returns all that are held; what is too young is not asked, so that it does not match. */
    private static IntStream known(RecordedHolds answer) {
        return IntStream.range(0, answer.held().size());
    }

    /** Returns whether nobody works with it who will soon give it back: it is lost, or kept for very long by a stream or code that is suspended. */
    private static boolean rests(RecordedHolds answer, int i) {
        return switch (state(answer, i)) {
            case "left" -> true;
            case "stream", "nobody" ->
                answer.held().get(i).heldNanos() >= HoldStatistics.LEAK_SECONDS * EndpointSums.NANOS;
            default -> false;
        };
    }

    private boolean waits(RecordedHolds answer, int i) {
        return LongHold.State.named(state(answer, i)) == LongHold.State.WORKING
                && use(answer, i).kind() == HoldKind.CONNECTION;
    }

    private static String state(RecordedHolds answer, int i) {
        return i < answer.states().size() ? answer.states().get(i) : "";
    }

    private Stack use(RecordedHolds answer, int i) {
        int use = i < answer.uses().size() ? answer.uses().get(i) : -1;
        return stacks.apply(use < 0 ? use : own.applyAsInt(use));
    }

    /** All of them were handed out since the recorder came. */
    private Optional<Standstill> since(RecordedHolds answer) {
        int requests = (int) known(answer)
                .filter(i -> answer.held().get(i).before() == 0 && !rests(answer, i))
                .count();
        // Whoever holds one and is not among those that wait for this pool waits for something else.
        return known(answer)
                .filter(i -> waits(answer, i) && answer.waiting() >= requests)
                .boxed()
                .max(Comparator.comparing((Integer i) -> answer.held().get(i).request() >= 0)
                        .thenComparingLong(i -> answer.held().get(i).heldNanos()))
                .map(i -> {
                    Hold shown = answer.held().get(i);
                    return new Standstill(
                            answer.held().size(),
                            requests,
                            false,
                            names.apply(own.applyAsInt(shown.name())),
                            shown.request() < 0
                                    ? Optional.empty()
                                    : Optional.of(stacks.apply(own.applyAsInt((int) shown.request()))),
                            use(answer, i));
                });
    }

    /** Some were handed out before: it is known only which threads wait within a transaction, and that no other works in one. */
    private Optional<Standstill> before(RecordedHolds answer) {
        return answer.suspended()
                .filter(each -> each.held() >= answer.before())
                .map(each -> new Standstill(
                        answer.before() + answer.held().size(),
                        each.threads(),
                        false,
                        "",
                        Optional.empty(),
                        stacks.apply(own.applyAsInt(each.stack()))));
    }

    /** Returns that of a pool of that size by the last answer. */
    Optional<Standstill> present(int size) {
        return present.filter(each -> each.connections() >= size);
    }

    /** Returns the largest of a pool of that size so far. */
    Optional<Standstill> largest(int size) {
        return largest.filter(each -> each.connections() >= size)
                .map(each -> present(size).isPresent() ? each : each.ended());
    }
}
