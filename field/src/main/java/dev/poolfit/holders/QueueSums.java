package dev.poolfit.holders;

import dev.poolfit.holders.RecordedHolds.Queued;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/** Adds up what a recorder tells of the queues beside the pool. */
final class QueueSums {
    private static final class Sum {
        private int size;
        private long inUse;
        private long waiting;
        private long full;
        private final Map<Stack, Long> doing = new HashMap<>();
    }

    private record Key(QueueUse.Kind kind, String name) {}

    private final IntUnaryOperator own;
    private final IntFunction<String> names;
    private final IntFunction<Stack> stacks;
    private final Map<Key, Sum> sums = new LinkedHashMap<>();
    /** At all queues; one that was not there all the time was in use for a part of it only. */
    private long looks;

    /**
     * @param own returns the number that stays the same for one of the recorder's
     * @param names by that number
     * @param stacks by that number
     */
    QueueSums(IntUnaryOperator own, IntFunction<String> names, IntFunction<Stack> stacks) {
        this.own = own;
        this.names = names;
        this.stacks = stacks;
    }

    void add(RecordedHolds answer) {
        looks += answer.queues().stream().mapToLong(Queued::looks).max().orElse(0);
        for (Queued each : answer.queues()) {
            Optional<QueueUse.Kind> kind = kind(names.apply(own.applyAsInt(each.kind())));
            String name = names.apply(own.applyAsInt(each.name()));
            kind.ifPresent(known -> add(
                    sums.computeIfAbsent(new Key(known, name), unseen -> new Sum()),
                    each,
                    answer.queueStacks().stream()
                            .filter(doing -> doing.name() == each.name())
                            .toList()));
        }
    }

    private void add(Sum sum, Queued each, List<RecordedHolds.QueueStack> doing) {
        sum.size = each.size();
        sum.inUse += each.inUse();
        sum.waiting += each.waiting();
        sum.full += each.full();
        doing.forEach(seen -> sum.doing.merge(stacks.apply(own.applyAsInt(seen.stack())), seen.looks(), Long::sum));
    }

    /** Returns the kind of that name; empty for one of another version. */
    private static Optional<QueueUse.Kind> kind(String name) {
        try {
            return Optional.of(
                    QueueUse.Kind.valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_')));
        } catch (IllegalArgumentException unknown) {
            return Optional.empty();
        }
    }

    /** Returns those that were in use at all, the fullest first. */
    List<QueueUse> uses() {
        return sums.entrySet().stream()
                .filter(each -> each.getValue().inUse + each.getValue().waiting > 0)
                .map(each -> use(each.getKey(), each.getValue()))
                .sorted(Comparator.comparingDouble(QueueUse::full)
                        .thenComparingDouble(QueueUse::waiting)
                        .thenComparingDouble(QueueUse::inUse)
                        .reversed())
                .toList();
    }

    private QueueUse use(Key key, Sum sum) {
        double all = Math.max(1, looks);
        long seen = sum.doing.values().stream().mapToLong(Long::longValue).sum();
        long waits = sum.doing.entrySet().stream()
                .filter(each -> each.getKey().kind() == HoldKind.CONNECTION)
                .mapToLong(Map.Entry::getValue)
                .sum();
        return new QueueUse(
                key.kind(),
                key.name(),
                sum.size,
                sum.inUse / all,
                sum.waiting / all,
                sum.full / all,
                sum.doing.entrySet().stream()
                        .max(Comparator.comparingLong(Map.Entry<Stack, Long>::getValue))
                        .map(Map.Entry::getKey),
                seen == 0 ? 0 : (double) waits / seen);
    }
}
