package dev.poolfit.agent;

import dev.poolfit.wire.SampleColumn;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Samples what is done with the connections that are held: looks at the stacks of some holders at a time. */
final class HoldSamples {
    /** Stacks at each look, most of whose cost does not depend on their number; more holders than that share them. */
    private static final int MOST_STACKS = 16;
    /** The least number of stacks at a look, where holds are short: one that ends while stacks are read does not count. */
    private static final int LEAST_STACKS = 2;
    /** The time that a hold has to last for each stack of a look, in seconds. */
    private static final double STACK_SECONDS = 0.001;

    private final Stacks stacks;
    private final Callers callers;
    private final Holds holds;
    private final Attendance attendance;
    private final StackReader reader = new StackReader();
    private final Random random = new Random(1);
    /** Microseconds and looks. */
    private final Map<Long, long[]> samples = new HashMap<>();

    private final List<Unnamed> unnamed = new ArrayList<>();
    /** Microseconds in which no thread had what may be lost, without and with others that waited; told once it is given back. */
    private final Map<Hold, long[]> unattended = new IdentityHashMap<>();

    private long looked = System.nanoTime();

    HoldSamples(Stacks stacks, Callers callers, Holds holds, Attendance attendance) {
        this.stacks = stacks;
        this.callers = callers;
        this.holds = holds;
        this.attendance = attendance;
    }

    /** A sample of a hold whose name is not known yet. */
    private static final class Unnamed {
        final Hold hold;
        final int stack;
        final boolean waited;
        final long micros;
        final long seen = System.nanoTime();

        Unnamed(Hold hold, int stack, boolean waited, long micros) {
            this.hold = hold;
            this.stack = stack;
            this.waited = waited;
            this.micros = micros;
        }
    }

    /**
     * Looks at some holders, if it is time for that.
     *
     * @param now nanoseconds by {@link System#nanoTime}
     * @param seconds that a hold lasts in the mean
     * @param othersWait whether threads wait for a connection
     */
    void look(long now, double seconds, boolean othersWait) {
        unnamed.removeIf(this::addIfNamed);
        addWhatEnded();
        if (now - looked < reader.pause()) {
            return;
        }
        List<Hold> shown = holds.shown();
        List<Hold> left = holds.left();
        // Where nobody holds one just now the next look comes soon: only shares are made of what is seen.
        if (shown.isEmpty() && left.isEmpty()) {
            return;
        }
        long micros = TimeUnit.NANOSECONDS.toMicros(now - looked);
        left.forEach(hold -> seen(hold, null, micros, othersWait));
        if (!shown.isEmpty()) {
            Collections.shuffle(shown, random);
            int most = (int) Math.max(LEAST_STACKS, Math.min(MOST_STACKS, seconds / STACK_SECONDS));
            List<Hold> chosen = shown.subList(0, Math.min(most, shown.size()));
            Map<Thread, StackReader.Seen> seen =
                    reader.read(chosen.stream().map(Hold::worker).collect(Collectors.toSet()));
            for (Hold hold : chosen) {
                seen(hold, seen.get(hold.worker()), micros * shown.size() / chosen.size(), othersWait);
            }
        }
        looked = now;
        reader.took(System.nanoTime() - now);
    }

    private void seen(Hold hold, StackReader.Seen now, long micros, boolean othersWait) {
        Attendance.State state = attendance.of(hold, now, holds.handsOn(hold.name));
        if (!holds.has(hold)) {
            return;
        }
        if (state == Attendance.State.STREAM && !sends(now)) {
            add(hold, callers.unattended(hold, Code.STREAM), micros, othersWait);
        } else if (state == Attendance.State.WORKING || state == Attendance.State.STREAM) {
            callers.method(hold, now.stack);
            add(hold, stacks.number(now.stack, now.state), micros, othersWait);
        } else {
            hold.left = true;
            if (state == Attendance.State.NOBODY) {
                add(hold, callers.unattended(hold, Code.NOBODY), micros, othersWait);
            } else {
                unattended.computeIfAbsent(hold, unseen -> new long[2])[othersWait ? 1 : 0] += micros;
            }
        }
    }

    /** Returns whether the thread waits for the database, or for another connection. */
    private static boolean sends(StackReader.Seen seen) {
        if (seen == null) {
            return false;
        }
        String kind = Code.kind(seen.stack, seen.state);
        return kind.equals(Code.DATABASE) || kind.equals(Code.CONNECTION);
    }

    private void add(Hold hold, int stack, long micros, boolean othersWait) {
        unnamed.add(new Unnamed(hold, stack, othersWait, micros));
    }

    /** Adds connections that came back: no thread held them until somebody went on with them; else it would be a leak. */
    private void addWhatEnded() {
        Iterator<Map.Entry<Hold, long[]>> each = unattended.entrySet().iterator();
        while (each.hasNext()) {
            Map.Entry<Hold, long[]> entry = each.next();
            Hold hold = entry.getKey();
            if (!holds.has(hold)) {
                int stack = callers.unattended(hold, Code.NOBODY);
                add(hold.name, stack, false, entry.getValue()[0]);
                add(hold.name, stack, true, entry.getValue()[1]);
                each.remove();
            }
        }
    }

    /** Adds a sample to its hold's name. A hold has a name at its end at the latest, a leak after a second. */
    private boolean addIfNamed(Unnamed some) {
        boolean late = System.nanoTime() - some.seen > TimeUnit.SECONDS.toNanos(1);
        if (late) {
            callers.kind(some.hold);
        }
        boolean named = late || some.hold.name != Names.OTHER || !holds.has(some.hold);
        if (named) {
            add(some.hold.name, some.stack, some.waited, some.micros);
        }
        return named;
    }

    private void add(int name, int stack, boolean waited, long micros) {
        if (micros > 0) {
            long key = (long) name << 33 | (long) stack << 1 | (waited ? 1 : 0);
            synchronized (samples) {
                long[] sums = samples.computeIfAbsent(key, unseen -> new long[2]);
                sums[0] += micros;
                sums[1]++;
            }
        }
    }

    /** Moves what was seen into rows of {@link SampleColumn#COUNT} numbers. */
    long[] drain() {
        synchronized (samples) {
            long[] rows = new long[SampleColumn.COUNT * samples.size()];
            int at = 0;
            for (Map.Entry<Long, long[]> each : samples.entrySet()) {
                rows[at + SampleColumn.NAME] = each.getKey() >>> 33;
                rows[at + SampleColumn.STACK] = each.getKey() >>> 1 & 0xFFFF_FFFFL;
                rows[at + SampleColumn.OTHERS_WAITED] = each.getKey() & 1;
                rows[at + SampleColumn.MICROS] = each.getValue()[0];
                rows[at + SampleColumn.LOOKS] = each.getValue()[1];
                at += SampleColumn.COUNT;
            }
            samples.clear();
            return rows;
        }
    }
}
