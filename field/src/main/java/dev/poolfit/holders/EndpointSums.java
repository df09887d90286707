package dev.poolfit.holders;

import dev.poolfit.holders.EndpointHolds.Times;
import dev.poolfit.holders.EndpointHolds.Use;
import dev.poolfit.holders.RecordedHolds.Hold;
import dev.poolfit.holders.RecordedHolds.Sample;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.HdrHistogram.IntCountsHistogram;

/** Adds up what one endpoint did with connections. Its memory is bounded by the statements and stacks that are told apart. */
final class EndpointSums {
    /** The name of all that has none of its own. */
    static final String OTHERS = "(others)";
    /** The number of all that has no name of its own. */
    static final int UNKNOWN = -1;

    static final double NANOS = 1e9;

    private static final int MOST_USES = 40;
    private static final int MOST_STATEMENTS = 500;
    private static final int MOST_SHOWN = 20;

    private final Durations wait = new Durations();
    private final Durations hold = new Durations();
    private long requests;
    private long nested;
    private long watched;
    private long timeouts;
    private double heldNanos;
    private final Mean calm = new Mean();
    private final Mean dry = new Mean();
    private long sampled;
    private long sampledWhileWaiting;
    private long sampledInDry;
    private long looks;
    private final Map<Integer, Long> stacks = new HashMap<>();
    private final Map<Integer, SentSums> sent = new HashMap<>();

    /** Keeps percentiles within 1 %, the rest exact; some kilobytes, since there may be thousands. */
    private static final class Durations {
        private final IntCountsHistogram micros = new IntCountsHistogram(2);
        private double nanos;
        private long most;

        void add(long each) {
            micros.recordValue(each / 1_000);
            nanos += each;
            most = Math.max(most, each);
        }

        long count() {
            return micros.getTotalCount();
        }

        Times times() {
            return count() == 0
                    ? new Times(0, 0, 0, 0)
                    : new Times(
                            nanos / count() / 1e6,
                            micros.getValueAtPercentile(50) / 1e3,
                            micros.getValueAtPercentile(99) / 1e3,
                            most / 1e6);
        }
    }

    private static final class Mean {
        /** The holds below which one long one decides. */
        private static final int FEW = 20;

        private long count;
        private double nanos;

        void add(long each) {
            count++;
            nanos += each;
        }

        double millis() {
            return count < FEW ? 0 : nanos / count / 1e6;
        }
    }

    private static final class SentSums {
        long holds;
        long count;
        long nanos;
        long most;
        int stack = UNKNOWN;
    }

    /**
     * Adds a hold that has ended, or a wait in vain.
     *
     * @param begin of the observation; what was held before belongs to nobody's account of it
     * @param first whether its request held no connection before
     * @param dry whether threads waited for a connection when it ended
     */
    void add(Hold one, long begin, boolean first, boolean dry) {
        wait.add(one.waitedNanos());
        if (one.timedOut()) {
            timeouts++;
            // It held one, and would have held another.
            nested += one.before() > 0 ? 1 : 0;
            return;
        }
        hold.add(one.heldNanos());
        (dry ? this.dry : calm).add(one.heldNanos());
        heldNanos += one.since() + one.heldNanos() - Math.max(begin, one.since());
        nested += one.before() > 0 ? 1 : 0;
        watched += one.watched() ? 1 : 0;
        requests += first ? 1 : 0;
    }

    /**
     * Adds the time that a look stands for to a stack.
     *
     * @param dry whether threads waited for a connection in that second
     */
    void add(Sample sample, int stack, boolean dry) {
        sampled += sample.micros();
        sampledInDry += dry ? sample.micros() : 0;
        looks += sample.looks();
        sampledWhileWaiting += sample.othersWaited() ? sample.micros() : 0;
        stacks.merge(stack, sample.micros(), Long::sum);
    }

    /** Returns microseconds that were looked at: all, and those in which the database worked, or was waited for. */
    long[] sampled(IntFunction<Stack> known) {
        long database = stacks.entrySet().stream()
                .filter(each -> known.apply(each.getKey()).kind() == HoldKind.DATABASE)
                .mapToLong(Map.Entry::getValue)
                .sum();
        return new long[] {sampled, database};
    }

    /** Adds statements to a shape; beyond the limit all shapes share one. */
    void add(RecordedHolds.Statements some, int shape, int stack) {
        int place = sent.containsKey(shape) || sent.size() < MOST_STATEMENTS ? shape : UNKNOWN;
        SentSums sums = sent.computeIfAbsent(place, unseen -> new SentSums());
        sums.holds += some.holds();
        sums.count += some.count();
        sums.nanos += some.nanos();
        sums.most = Math.max(sums.most, some.most());
        sums.stack = some.stack() >= 0 ? stack : sums.stack;
    }

    /** Counts borrows and waits in vain that have ended. */
    long count() {
        return wait.count();
    }

    /** Returns the seconds for which it held connections, by holds that have ended. */
    double seconds() {
        return heldNanos / NANOS;
    }

    /**
     * Returns what was seen so far.
     *
     * @param seconds for which it held connections, those that it still holds included
     * @param all connection-seconds of everybody
     * @param calm seconds in which no thread waited for a connection
     * @param dry seconds in which threads did
     * @param names of statements by number
     * @param known stacks by number
     */
    EndpointHolds holds(
            String name,
            double seconds,
            double all,
            double calm,
            double dry,
            IntFunction<String> names,
            IntFunction<Stack> known) {
        var kinds = new EnumMap<HoldKind, Double>(HoldKind.class);
        stacks.forEach(
                (number, micros) -> kinds.merge(known.apply(number).kind(), (double) micros / sampled, Double::sum));
        List<Use> uses = stacks.entrySet().stream()
                .map(each -> new Use(known.apply(each.getKey()), (double) each.getValue() / sampled))
                .sorted(Comparator.comparingDouble(Use::share)
                        .reversed()
                        .thenComparing(use -> String.join("\n", use.stack().frames())))
                .limit(MOST_USES)
                .toList();
        return new EndpointHolds(
                name,
                hold.count(),
                watched,
                requests,
                nested,
                timeouts,
                wait.times(),
                hold.times(),
                seconds,
                all > 0 ? seconds / all : 0,
                sampled == 0 ? 0 : seconds * sampledWhileWaiting / sampled,
                this.calm.millis(),
                this.dry.millis(),
                kinds,
                uses,
                looks,
                statements(names, known),
                use(sampled - sampledInDry, calm),
                use(sampledInDry, dry));
    }

    private static double use(long micros, double seconds) {
        return seconds > 0 ? micros / 1e6 / seconds : 0;
    }

    /**
     * Returns each statement that is worth to be shown, and all others as one, so that their numbers add up. All are
     * estimated from the holds that were watched, by their ratio.
     */
    private List<SentStatement> statements(IntFunction<String> names, IntFunction<Stack> known) {
        double ratio = watched == 0 ? 1 : (double) hold.count() / watched;
        List<SentStatement> all = sent.entrySet().stream()
                .map(each -> new SentStatement(
                        names.apply(each.getKey()),
                        ratio * each.getValue().holds,
                        ratio * each.getValue().count,
                        ratio * each.getValue().nanos / NANOS,
                        each.getValue().most,
                        each.getValue().stack == UNKNOWN
                                ? Optional.empty()
                                : Optional.of(known.apply(each.getValue().stack))))
                .sorted(Comparator.comparingDouble(SentStatement::seconds)
                        .reversed()
                        .thenComparing(SentStatement::shape))
                .toList();
        return all.size() <= MOST_SHOWN
                ? all
                : Stream.concat(
                                all.stream().limit(MOST_SHOWN),
                                all.stream().skip(MOST_SHOWN).reduce(EndpointSums::together).stream())
                        .toList();
    }

    private static SentStatement together(SentStatement one, SentStatement other) {
        return new SentStatement(
                OTHERS,
                one.holds() + other.holds(),
                one.count() + other.count(),
                one.seconds() + other.seconds(),
                Math.max(one.most(), other.most()),
                Optional.empty());
    }
}
