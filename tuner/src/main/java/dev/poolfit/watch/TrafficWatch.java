package dev.poolfit.watch;

import dev.poolfit.evidence.NestedConnections;
import dev.poolfit.holders.HoldRecorder;
import dev.poolfit.holders.NestedHolds;
import dev.poolfit.holders.RecordedHolds;
import dev.poolfit.model.replay.WaitGoal;
import dev.poolfit.verdict.sizing.Borrow;
import dev.poolfit.verdict.sizing.RecordedTraffic;
import dev.poolfit.verdict.sizing.TrafficRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Collects the borrows of a service, second by second, on one clock whatever service it was: one that was started again has another
 * one. Times are nanoseconds since the recording began.
 */
public final class TrafficWatch {
    /** The time by which the service's clock may be off; one that is further off is followed from there on. */
    private static final long OFF = TimeUnit.SECONDS.toNanos(1);

    /** The most names, and the most connections, that a service can have. */
    private static final int MOST = 10_000;

    private static final String OTHERS = "(others)";
    /** What has no route: the first is the recorder's own name for it. */
    private static final Set<String> NO_ROUTE = Set.of("(other)", OTHERS);

    private final TrafficRecord record;
    private final List<String> names = new ArrayList<>();
    private final NestedHolds<String> nested = new NestedHolds<>();
    private HoldRecorder recorder;
    /** What to add to the service's clock. */
    private long offset;

    private List<Borrow> held = List.of();
    private long now;
    private long dropped;
    private boolean quiet = true;

    /**
     * Begins to collect.
     *
     * @param recorder that has just been put in
     */
    public TrafficWatch(HoldRecorder recorder, WaitGoal goal) {
        record = new TrafficRecord(goal, 0);
        this.recorder = recorder;
        begin(0);
    }

    /** Goes on with the recorder of a service that was started again, at a time since the recording began. */
    public synchronized void again(HoldRecorder other, long at) {
        recorder = other;
        nested.again();
        names.clear();
        held = List.of();
        begin(at);
    }

    private void begin(long at) {
        RecordedHolds first = recorder.take();
        learn(first);
        offset = at - first.nanos();
        now = at;
    }

    /**
     * Reads what came since the last call; to be called each second.
     *
     * @param at the time by a clock of this machine, which no service can move
     * @throws dev.poolfit.evidence.EnvironmentFailure if the recorder in the service does not answer
     */
    public synchronized void look(long at) {
        long asked = System.nanoTime();
        RecordedHolds seen = recorder.take();
        long took = System.nanoTime() - asked;
        learn(seen);
        long ahead = seen.nanos() + offset - at;
        boolean moved = ahead < -OFF || ahead > took + OFF;
        if (moved) {
            // One of the machines was suspended, or the clocks have drifted apart.
            offset = at - seen.nanos();
        }
        nested.addBorrows(seen, number -> name(number).isEmpty() ? OTHERS : name(number));
        long before = moved ? now : Long.MIN_VALUE;
        now = Math.max(now, seen.nanos() + offset);
        dropped += seen.dropped();
        // What ended while Poolfit slept would fall into the time that is recorded already.
        seen.ended().stream()
                .map(this::borrow)
                .filter(each -> each.end() >= before)
                .forEach(record::add);
        held = seen.held().stream().map(this::borrow).toList();
        quiet &= seen.ended().isEmpty() && held.isEmpty();
        record.look(now, held, Math.min(MOST, seen.before()));
    }

    private void learn(RecordedHolds seen) {
        while (names.size() < Math.min(seen.firstName(), MOST)) {
            names.add("");
        }
        names.addAll(seen.names());
    }

    private Borrow borrow(RecordedHolds.Hold hold) {
        // A time is a time by any clock: only one that is longer than the recording cannot be.
        long held = Math.min(now, hold.heldNanos());
        long since = Math.max(0, Math.min(now - Math.max(0, held), hold.since() + offset));
        long waited = Math.max(0, hold.waitedNanos());
        return new Borrow(since - waited, waited, held < 0 ? -1 : held, name(hold.name()));
    }

    private String name(int number) {
        return number >= 0 && number < names.size() ? names.get(number) : "";
    }

    /** Returns whether nobody has asked for a connection so far. */
    synchronized boolean isQuiet() {
        return quiet;
    }

    /** Counts the borrows that came too fast to be recorded. */
    public synchronized long dropped() {
        return dropped;
    }

    /**
     * Ends the recording, with what was read until now.
     *
     * @param threads the most that serve requests; empty where nothing limits them
     */
    public synchronized RecordedTraffic end(OptionalInt threads) {
        // What serves no route is bounded by other threads than the server's.
        return record.end(now, held)
                .with(nested.ofRequests(threads)
                        .map(each -> NO_ROUTE.contains(each.endpoint())
                                ? new NestedConnections(
                                        each.endpoint(), each.each(), each.atOnce(), OptionalInt.empty())
                                : each));
    }
}
