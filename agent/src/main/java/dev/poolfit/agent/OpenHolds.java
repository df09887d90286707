package dev.poolfit.agent;

import dev.poolfit.wire.HoldColumn;
import dev.poolfit.wire.RecordKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Tells what is held now, and who works with what is held for long. */
final class OpenHolds {
    /** The age from which on it is asked who works with a hold. */
    private static final long LONG = TimeUnit.SECONDS.toNanos(5);
    /** The same where none was given back for some seconds: all may wait for each other. */
    private static final long LONG_AT_STANDSTILL = TimeUnit.SECONDS.toNanos(1);

    /** The stacks that are read in one look. */
    private static final int MOST = 512;

    private static final String UNASKED = "";
    /** A thread has waited for one answer of the database with it for as long. */
    private static final String STILL = "still";

    private final Stacks stacks;
    private final Callers callers;
    private final Holds holds;
    private final Attendance attendance;
    private final boolean onlyPool;
    private final EarlierHolds earlier = new EarlierHolds();
    private final StillThreads threads = new StillThreads();

    /** @param onlyPool whether the service has no other pool: a thread may wait for that one's database */
    OpenHolds(Stacks stacks, Callers callers, Holds holds, Attendance attendance, boolean onlyPool) {
        this.onlyPool = onlyPool;
        this.stacks = stacks;
        this.callers = callers;
        this.holds = holds;
        this.attendance = attendance;
    }

    /**
     * Writes {@link RecordKey#OPEN}, {@link RecordKey#STATES} and {@link RecordKey#USES}.
     *
     * @param stands whether no connection was given back for some seconds
     * @param before connections that were handed out before the record, the least number since the last call; less than 0 where it is not known
     */
    void into(Map<String, Object> taken, long now, boolean stands, int before) {
        long age = stands ? LONG_AT_STANDSTILL : LONG;
        List<Hold> all = holds.all();
        Map<Thread, StackReader.Seen> seen = new StackReader()
                .read(all.stream()
                        .filter(hold -> now - hold.since >= age)
                        .map(Hold::worker)
                        .limit(MOST)
                        .collect(Collectors.toSet()));
        Map<Thread, StackReader.Seen> unknown = onlyPool
                ? earlier.find(
                        now,
                        before,
                        () -> holds.all().stream().map(Hold::worker).collect(Collectors.toSet()))
                : Map.of();
        Map<Thread, Integer> deepest = new HashMap<>();
        all.forEach(hold -> deepest.merge(hold.worker(), hold.depth(), Math::max));
        Set<Thread> looked = new HashSet<>(seen.keySet());
        looked.addAll(unknown.keySet());
        Map<Thread, Long> still = threads.look(looked, now);
        int known = all.size();
        long[] rows = new long[(known + unknown.size()) * HoldColumn.COUNT];
        String[] states = new String[known + unknown.size()];
        long[] uses = new long[known + unknown.size()];
        for (int i = 0; i < known; i++) {
            Hold hold = all.get(i);
            int stack = callers.borrowed(hold);
            int at = i * HoldColumn.COUNT;
            rows[at + HoldColumn.SINCE] = hold.since;
            rows[at + HoldColumn.WAITED] = hold.waited;
            rows[at + HoldColumn.HELD] = now - hold.since;
            rows[at + HoldColumn.NAME] = holds.name(hold, now);
            rows[at + HoldColumn.REQUEST] = stack;
            rows[at + HoldColumn.BEFORE] = hold.depth();
            rows[at + HoldColumn.WATCHED] = hold.watched ? 1 : 0;
            StackReader.Seen its = seen.get(hold.worker());
            Attendance.State state = attendance.of(hold, its, holds.handsOn(hold.name));
            boolean asked = now - hold.since >= age;
            // Meanwhile another thread may use it.
            boolean innermost = hold.depth() >= deepest.getOrDefault(hold.worker(), 0);
            long idle = innermost ? still.getOrDefault(hold.worker(), 0L) : 0;
            states[i] = asked ? text(state, its, idle) : UNASKED;
            uses[i] = asked && state == Attendance.State.WORKING ? stacks.number(its.stack, its.state) : -1;
        }
        int next = known;
        for (Map.Entry<Thread, StackReader.Seen> each : unknown.entrySet()) {
            StackReader.Seen its = each.getValue();
            int at = next * HoldColumn.COUNT;
            rows[at + HoldColumn.SINCE] = earlier.began();
            rows[at + HoldColumn.HELD] = now - earlier.began();
            rows[at + HoldColumn.NAME] = callers.method(each.getKey(), its.stack);
            rows[at + HoldColumn.REQUEST] = -1;
            rows[at + HoldColumn.WAITED] = -1;
            states[next] = text(Attendance.State.WORKING, its, still.get(each.getKey()));
            uses[next++] = stacks.number(its.stack, its.state);
        }
        taken.put(RecordKey.OPEN, rows);
        taken.put(RecordKey.STATES, states);
        taken.put(RecordKey.USES, uses);
    }

    /**
     * @param seen what the thread does
     * @param still nanoseconds for which it has used no CPU
     */
    private String text(Attendance.State state, StackReader.Seen seen, long still) {
        return state == Attendance.State.WORKING && onlyPool && still >= LONG && awaitsAnswer(seen)
                ? STILL
                : state.text();
    }

    /** Returns whether a thread is within a read from the network, and not one that waits for notifications. */
    private static boolean awaitsAnswer(StackReader.Seen seen) {
        return seen.state == Thread.State.RUNNABLE
                && Code.kind(seen.stack, seen.state).equals(Code.DATABASE)
                && !Code.listens(seen.stack);
    }
}
