package dev.poolfit.holders;

import dev.poolfit.evidence.NestedConnections;
import dev.poolfit.holders.RecordedHolds.Hold;
import dev.poolfit.holders.RecordedHolds.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Adds up what a recorder tells, second by second. Memory is bounded by the number of endpoints, not of requests. */
public final class HoldStatistics {
    /** The seconds beyond any request's hold of a connection; HikariCP's own leak detection begins at 2 s. */
    public static final double LEAK_SECONDS = 10;

    /** The time within which requests may borrow again and still be one. */
    private static final long ONE_REQUEST_NANOS = 30_000_000_000L;

    private static final int MOST_ENDPOINTS = 2_000;

    private final List<String> names = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    /** The numbers here by the recorder's own. */
    private final List<Integer> ownNumbers = new ArrayList<>();

    private final Map<Integer, EndpointSums> endpoints = new HashMap<>();
    private final Map<Integer, Stack> stacks = new HashMap<>();
    private final Map<Long, Long> requests = new LinkedHashMap<>();
    private final List<HoldReport.Moment> moments = new ArrayList<>();
    private final OpenHolds open = new OpenHolds();
    private final NestedHolds<Integer> nested = new NestedHolds<>();
    private final Standstills standstills = new Standstills(this::own, this::name, this::stack);
    private final QueueSums queues = new QueueSums(this::own, this::name, this::stack);
    private boolean begun;
    private long begin;
    private long end;
    private long dryNanos;
    private long dropped;
    private long cpuBegin;
    private long cpuEnd;
    private boolean openInView;

    /** Adds the next answer of the recorder. The first only says when the observation begins. */
    public void add(RecordedHolds answer) {
        learn(answer);
        long before = end;
        end = answer.nanos();
        cpuEnd = answer.cpuNanos();
        openInView = answer.openInView();
        open.add(answer, this::own);
        standstills.add(answer);
        if (!begun) {
            begun = true;
            begin = end;
            cpuBegin = cpuEnd;
            return;
        }
        boolean dry = answer.waiting() > 0;
        dryNanos += dry ? end - before : 0;
        dropped += answer.dropped();
        moments.add(new HoldReport.Moment(answer.peak(), answer.waiting(), answer.before(), answer.opening()));
        nested.add(answer, this::own);
        queues.add(answer);
        answer.ended().forEach(each -> add(each, dry));
        answer.samples().forEach(each -> add(each, dry));
        answer.statements().forEach(this::add);
    }

    /** Learns names; another run's recorder may number anew, and answers may be lost on their way. */
    private void learn(RecordedHolds answer) {
        if (!answer.names().isEmpty() && answer.firstName() < ownNumbers.size()) {
            ownNumbers.clear();
        }
        while (ownNumbers.size() < answer.firstName()) {
            ownNumbers.add(EndpointSums.UNKNOWN);
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
        return number >= 0 && number < ownNumbers.size() ? ownNumbers.get(number) : EndpointSums.UNKNOWN;
    }

    private void add(Hold hold, boolean dry) {
        // A wait in vain begins no request.
        boolean first = !hold.timedOut() && hold.request() != 0 && isNew(hold);
        sums(own(hold.name())).add(hold, begin, first, dry);
    }

    /** Returns whether its request held none before; identities of requests are used again once they have ended. */
    private boolean isNew(Hold hold) {
        Iterator<Long> eldest = requests.values().iterator();
        while (eldest.hasNext() && hold.since() - eldest.next() > ONE_REQUEST_NANOS) {
            eldest.remove();
        }
        boolean known = requests.remove(hold.request()) != null;
        requests.put(hold.request(), hold.since());
        return !known;
    }

    private void add(Sample sample, boolean dry) {
        // A look at the very beginning stands for no time.
        if (sample.micros() > 0) {
            sums(own(sample.name())).add(sample, own(sample.stack()), dry);
        }
    }

    private void add(RecordedHolds.Statements some) {
        sums(own(some.name())).add(some, own(some.shape()), own(some.stack()));
    }

    /** Returns the sums of a name; beyond the limit all share one. */
    private EndpointSums sums(int name) {
        EndpointSums known = endpoints.get(name);
        if (known != null) {
            return known;
        }
        return endpoints.computeIfAbsent(
                endpoints.size() < MOST_ENDPOINTS ? name : EndpointSums.UNKNOWN, unseen -> new EndpointSums());
    }

    private String name(int number) {
        return number >= 0 && number < names.size() ? names.get(number) : EndpointSums.OTHERS;
    }

    private Stack stack(int number) {
        return stacks.computeIfAbsent(
                number, unread -> Stack.parse(number >= 0 && number < names.size() ? names.get(number) : ""));
    }

    /** Returns what was seen so far of a service whose threads are not known. */
    public HoldReport report(String pool, int size) {
        return report(pool, size, OptionalInt.empty());
    }

    /** Returns the standstill of a pool of that size by the last answer. */
    public Optional<Standstill> standstill(int size) {
        return standstills.present(size);
    }

    /** Returns the share of connection time that the database takes, 0 to 1, by the stacks so far; 0 without any. */
    public double databaseShare() {
        long[] all = new long[2];
        for (EndpointSums each : endpoints.values()) {
            long[] own = each.sampled(this::stack);
            all[0] += own[0];
            all[1] += own[1];
        }
        return all[0] == 0 ? 0 : (double) all[1] / all[0];
    }

    private Optional<NestedConnections> nested(List<Named> rows, OptionalInt threads) {
        return rows.stream()
                .filter(each -> each.holds().nests())
                .max(Comparator.comparing((Named each) -> each.holds().servesRequests())
                        .thenComparingInt(each -> most(each.number()))
                        .thenComparingLong(each -> each.holds().nested()))
                .map(each -> new NestedConnections(
                        each.holds().name(),
                        most(each.number()),
                        nested.atOnce(),
                        each.holds().servesRequests() ? threads : OptionalInt.empty()));
    }

    /** Returns the most that a request of a row held at once; several names may share one. */
    private int most(int row) {
        return row == EndpointSums.UNKNOWN
                ? Math.max(nested.most(row), nested.mostBeside(endpoints.keySet()))
                : nested.most(row);
    }

    private record Named(int number, EndpointHolds holds) {}

    /**
     * Returns what was seen so far.
     *
     * @param pool its name
     * @param size its maximum
     * @param threads the most that serve requests; empty where nothing limits them
     */
    public HoldReport report(String pool, int size, OptionalInt threads) {
        double seconds = Math.max(1e-9, (end - begin) / EndpointSums.NANOS);
        Map<Integer, Double> held = open.seconds(end - begin);
        // A name that only what is still held has may turn out to be another one.
        var present = new HashMap<>(endpoints);
        held.keySet().forEach(name -> present.computeIfAbsent(name, unseen -> new EndpointSums()));
        double all = present.entrySet().stream()
                .mapToDouble(each -> each.getValue().seconds() + held.getOrDefault(each.getKey(), 0.0))
                .sum();
        List<Named> rows = present.entrySet().stream()
                .map(each -> new Named(
                        each.getKey(),
                        each.getValue()
                                .holds(
                                        name(each.getKey()),
                                        each.getValue().seconds() + held.getOrDefault(each.getKey(), 0.0),
                                        all,
                                        seconds - dryNanos / EndpointSums.NANOS,
                                        dryNanos / EndpointSums.NANOS,
                                        this::name,
                                        this::stack)))
                .toList();
        return new HoldReport(
                pool,
                size,
                seconds,
                rows.stream()
                        .map(Named::holds)
                        .sorted(Comparator.comparingDouble(EndpointHolds::seconds)
                                .reversed()
                                .thenComparing(EndpointHolds::name))
                        .toList(),
                all / seconds,
                moments,
                open.longHolds(this::name, this::stack),
                dropped,
                (cpuEnd - cpuBegin) / EndpointSums.NANOS / seconds,
                openInView,
                open.streams(),
                nested(rows, threads),
                standstills.largest(size),
                queues.uses());
    }

    /** Counts borrows and waits in vain that have ended. */
    public long count() {
        return endpoints.values().stream().mapToLong(EndpointSums::count).sum();
    }
}
