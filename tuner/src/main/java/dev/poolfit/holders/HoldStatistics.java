package dev.poolfit.holders;

import dev.poolfit.holders.EndpointHolds.Times;
import dev.poolfit.holders.EndpointHolds.Use;
import dev.poolfit.holders.RecordedHolds.Hold;
import dev.poolfit.holders.RecordedHolds.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.IntCountsHistogram;

/** Adds up what a recorder tells, second by second. Memory is bounded by the number of endpoints, not of requests. */
public final class HoldStatistics {
    /** Longer than any request should hold a connection; HikariCP's own leak detection begins at 2 s. */
    public static final double LEAK_SECONDS = 10;

    /** Requests may borrow again after so long and still be one. */
    private static final long ONE_REQUEST_NANOS = 30_000_000_000L;

    private static final int MOST_ENDPOINTS = 2_000;
    private static final int MOST_USES = 40;
    private static final int MOST_STATEMENTS = 500;
    private static final int MOST_SHOWN = 20;
    private static final String OTHERS = "(others)";
    private static final double NANOS = 1e9;
    /** The number of what has no name of its own. */
    private static final int UNKNOWN = -1;

    private final List<String> names = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    /** By the recorder's own numbers. */
    private final List<Integer> ownNumbers = new ArrayList<>();

    private final Map<Integer, Sums> endpoints = new HashMap<>();
    private final Map<Integer, Stack> stacks = new HashMap<>();
    private final Map<Long, Long> requests = new LinkedHashMap<>();
    private final List<HoldReport.Moment> moments = new ArrayList<>();
    private final OpenHolds open = new OpenHolds();
    private boolean begun;
    private long begin;
    private long end;
    private long dropped;
    private long cpuBegin;
    private long cpuEnd;
    private boolean openInView;

    private static final class Sums {
        final Durations wait = new Durations();
        final Durations hold = new Durations();
        long requests;
        long nested;
        long watched;
        long timeouts;
        double heldNanos;
        long sampled;
        long sampledWhileWaiting;
        final Map<Integer, Long> stacks = new HashMap<>();
        final Map<Integer, SentSums> sent = new HashMap<>();
    }

    /** Percentiles within 1 %, the rest exact; some kilobytes, since there may be thousands. */
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

    private static final class SentSums {
        long holds;
        long count;
        long nanos;
        long most;
        int stack = -1;
    }

    /** The next answer of the recorder. The first only says when the observation begins. */
    public void add(RecordedHolds answer) {
        learn(answer);
        end = answer.nanos();
        cpuEnd = answer.cpuNanos();
        openInView = answer.openInView();
        open.add(answer, this::own);
        if (!begun) {
            begun = true;
            begin = end;
            cpuBegin = cpuEnd;
            return;
        }
        dropped += answer.dropped();
        moments.add(new HoldReport.Moment(answer.peak(), answer.waiting(), answer.before(), answer.opening()));
        answer.ended().forEach(this::add);
        answer.samples().forEach(this::add);
        answer.statements().forEach(this::add);
    }

    /** Another run of Poolfit may have put in a recorder of its own, which numbers anew; answers may be lost on their way. */
    private void learn(RecordedHolds answer) {
        if (!answer.names().isEmpty() && answer.firstName() < ownNumbers.size()) {
            ownNumbers.clear();
        }
        while (ownNumbers.size() < answer.firstName()) {
            ownNumbers.add(UNKNOWN);
        }
        for (String name : answer.names()) {
            Integer known = numbers.get(name);
            if (known == null) {
                known = names.size();
                numbers.put(name, known);
                names.add(name);
            }
            ownNumbers.add(known);
        }
    }

    private int own(int number) {
        return number >= 0 && number < ownNumbers.size() ? ownNumbers.get(number) : UNKNOWN;
    }

    private void add(Hold hold) {
        Sums sums = sums(own(hold.name()));
        sums.wait.add(hold.waitedNanos());
        if (hold.timedOut()) {
            sums.timeouts++;
            return;
        }
        sums.hold.add(hold.heldNanos());
        // What was held before the observation began belongs to nobody's account of it.
        sums.heldNanos += hold.since() + hold.heldNanos() - Math.max(begin, hold.since());
        sums.nested += hold.before() > 0 ? 1 : 0;
        sums.watched += hold.watched() ? 1 : 0;
        if (hold.request() != 0 && isNew(hold)) {
            sums.requests++;
        }
    }

    /** Identities of requests are used again once they have ended. */
    private boolean isNew(Hold hold) {
        Iterator<Long> eldest = requests.values().iterator();
        while (eldest.hasNext() && hold.since() - eldest.next() > ONE_REQUEST_NANOS) {
            eldest.remove();
        }
        boolean known = requests.remove(hold.request()) != null;
        requests.put(hold.request(), hold.since());
        return !known;
    }

    private void add(Sample sample) {
        // A look at the very beginning stands for no time.
        if (sample.micros() <= 0) {
            return;
        }
        Sums sums = sums(own(sample.name()));
        sums.sampled += sample.micros();
        sums.sampledWhileWaiting += sample.othersWaited() ? sample.micros() : 0;
        sums.stacks.merge(own(sample.stack()), sample.micros(), Long::sum);
    }

    private void add(RecordedHolds.Statements some) {
        Map<Integer, SentSums> sent = sums(own(some.name())).sent;
        int shape = own(some.shape());
        int place = sent.containsKey(shape) || sent.size() < MOST_STATEMENTS ? shape : UNKNOWN;
        SentSums sums = sent.computeIfAbsent(place, unseen -> new SentSums());
        sums.holds += some.holds();
        sums.count += some.count();
        sums.nanos += some.nanos();
        sums.most = Math.max(sums.most, some.most());
        sums.stack = some.stack() >= 0 ? own(some.stack()) : sums.stack;
    }

    /** Beyond the limit all share one. */
    private Sums sums(int name) {
        Sums known = endpoints.get(name);
        if (known != null) {
            return known;
        }
        return endpoints.computeIfAbsent(endpoints.size() < MOST_ENDPOINTS ? name : UNKNOWN, unseen -> new Sums());
    }

    private String name(int number) {
        return number >= 0 && number < names.size() ? names.get(number) : OTHERS;
    }

    private Stack stack(int number) {
        return stacks.computeIfAbsent(
                number, unread -> Stack.parse(number >= 0 && number < names.size() ? names.get(number) : ""));
    }

    /**
     * What was seen so far.
     *
     * @param pool its name
     * @param size its maximum
     */
    public HoldReport report(String pool, int size) {
        double seconds = Math.max(1e-9, (end - begin) / NANOS);
        Map<Integer, Double> held = open.seconds(end - begin);
        // A name that only what is still held has may turn out to be another one.
        var present = new HashMap<>(endpoints);
        held.keySet().forEach(name -> present.computeIfAbsent(name, unseen -> new Sums()));
        double all = present.entrySet().stream()
                .mapToDouble(each -> each.getValue().heldNanos / NANOS + held.getOrDefault(each.getKey(), 0.0))
                .sum();
        List<EndpointHolds> rows = present.entrySet().stream()
                .map(each -> row(
                        name(each.getKey()),
                        each.getValue(),
                        each.getValue().heldNanos / NANOS + held.getOrDefault(each.getKey(), 0.0),
                        all))
                .sorted(Comparator.comparingDouble(EndpointHolds::seconds)
                        .reversed()
                        .thenComparing(EndpointHolds::name))
                .toList();
        return new HoldReport(
                pool,
                size,
                seconds,
                rows,
                all / seconds,
                moments,
                open.longHolds(this::name, this::stack),
                dropped,
                (cpuEnd - cpuBegin) / NANOS / seconds,
                openInView,
                open.streams());
    }

    /** Borrows and waits in vain that have ended. */
    public long count() {
        return endpoints.values().stream().mapToLong(each -> each.wait.count()).sum();
    }

    private EndpointHolds row(String name, Sums sums, double seconds, double all) {
        var kinds = new EnumMap<HoldKind, Double>(HoldKind.class);
        sums.stacks.forEach(
                (number, micros) -> kinds.merge(stack(number).kind(), (double) micros / sums.sampled, Double::sum));
        List<Use> uses = sums.stacks.entrySet().stream()
                .map(each -> new Use(stack(each.getKey()), (double) each.getValue() / sums.sampled))
                .sorted(Comparator.comparingDouble(Use::share)
                        .reversed()
                        .thenComparing(use -> String.join("\n", use.stack().frames())))
                .limit(MOST_USES)
                .toList();
        return new EndpointHolds(
                name,
                sums.hold.count(),
                sums.watched,
                sums.requests,
                sums.nested,
                sums.timeouts,
                sums.wait.times(),
                sums.hold.times(),
                seconds,
                all > 0 ? seconds / all : 0,
                sums.sampled == 0 ? 0 : seconds * sums.sampledWhileWaiting / sums.sampled,
                kinds,
                uses,
                statements(sums));
    }

    /**
     * Each statement that is worth to be shown, and all others as one, so that their numbers add up. Of what was seen of some
     * holds all are estimated by their ratio.
     */
    private List<SentStatement> statements(Sums sums) {
        double ratio = sums.watched == 0 ? 1 : (double) sums.hold.count() / sums.watched;
        List<SentStatement> all = sums.sent.entrySet().stream()
                .map(each -> new SentStatement(
                        name(each.getKey()),
                        ratio * each.getValue().holds,
                        ratio * each.getValue().count,
                        ratio * each.getValue().nanos / NANOS,
                        each.getValue().most,
                        each.getValue().stack < 0 ? Optional.empty() : Optional.of(stack(each.getValue().stack))))
                .sorted(Comparator.comparingDouble(SentStatement::seconds)
                        .reversed()
                        .thenComparing(SentStatement::shape))
                .toList();
        return all.size() <= MOST_SHOWN
                ? all
                : Stream.concat(
                                all.stream().limit(MOST_SHOWN),
                                all.stream().skip(MOST_SHOWN).reduce(HoldStatistics::together).stream())
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
