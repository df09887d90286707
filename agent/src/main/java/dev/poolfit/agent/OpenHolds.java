package dev.poolfit.agent;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** What is held now, and who works with what is held for long. */
final class OpenHolds {
    /** What is younger is not asked for. */
    private static final long LONG = TimeUnit.SECONDS.toNanos(5);
    /** Stacks at each look. */
    private static final int MOST = 64;

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

    /** Writes {@code open}, {@code states} and {@code uses} as {@link RecorderMBean#take} describes them. */
    void into(Map<String, Object> taken, long now) {
        List<Hold> all = holds.all();
        Map<Thread, StackReader.Seen> seen = new StackReader()
                .read(all.stream()
                        .filter(hold -> isLong(hold, now))
                        .map(Hold::worker)
                        .limit(MOST)
                        .collect(Collectors.toSet()));
        long[] rows = new long[all.size() * RecorderMBean.VALUES];
        String[] states = new String[all.size()];
        long[] uses = new long[all.size()];
        int at = 0;
        for (int i = 0; i < states.length; i++) {
            Hold hold = all.get(i);
            int stack = callers.borrowed(hold);
            rows[at++] = hold.since;
            rows[at++] = hold.waited;
            rows[at++] = now - hold.since;
            rows[at++] = holds.name(hold, now);
            rows[at++] = stack;
            rows[at++] = hold.depth();
            rows[at++] = hold.watched ? 1 : 0;
            StackReader.Seen its = seen.get(hold.worker());
            Attendance.State state = attendance.of(hold, its, holds.handsOn(hold.name));
            states[i] = isLong(hold, now) ? state.text() : UNASKED;
            uses[i] = isLong(hold, now) && state == Attendance.State.WORKING ? stacks.number(its.stack, its.state) : -1;
        }
        taken.put("open", rows);
        taken.put("states", states);
        taken.put("uses", uses);
    }

    private static boolean isLong(Hold hold, long now) {
        return now - hold.since >= LONG;
    }
}
