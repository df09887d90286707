package dev.poolfit.agent;

import dev.poolfit.wire.HoldColumn;
import dev.poolfit.wire.RecordKey;
import java.util.List;
import java.util.Map;
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

    private final Stacks stacks;
    private final Callers callers;
    private final Holds holds;
    private final Attendance attendance;

    OpenHolds(Stacks stacks, Callers callers, Holds holds, Attendance attendance) {
        this.stacks = stacks;
        this.callers = callers;
        this.holds = holds;
        this.attendance = attendance;
    }

    /**
     * Writes {@link RecordKey#OPEN}, {@link RecordKey#STATES} and {@link RecordKey#USES}.
     *
     * @param stands whether no connection was given back for some seconds
     */
    void into(Map<String, Object> taken, long now, boolean stands) {
        long age = stands ? LONG_AT_STANDSTILL : LONG;
        List<Hold> all = holds.all();
        Map<Thread, StackReader.Seen> seen = new StackReader()
                .read(all.stream()
                        .filter(hold -> now - hold.since >= age)
                        .map(Hold::worker)
                        .limit(MOST)
                        .collect(Collectors.toSet()));
        long[] rows = new long[all.size() * HoldColumn.COUNT];
        String[] states = new String[all.size()];
        long[] uses = new long[all.size()];
        for (int i = 0; i < states.length; i++) {
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
            states[i] = asked ? state.text() : UNASKED;
            uses[i] = asked && state == Attendance.State.WORKING ? stacks.number(its.stack, its.state) : -1;
        }
        taken.put(RecordKey.OPEN, rows);
        taken.put(RecordKey.STATES, states);
        taken.put(RecordKey.USES, uses);
    }
}
