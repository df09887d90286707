package dev.poolfit.verdict.sizing;

import dev.poolfit.model.replay.WaitGoal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Collects borrows by the minute. All borrows are kept of the minutes that need the most connections alone, so that a recording of
 * days takes no more memory than one of minutes.
 */
public final class TrafficRecord {
    /** The minutes of which all borrows are kept. */
    private static final int KEPT = 3;

    private static final long MICRO = 1000;
    private static final long MINUTE = 60_000_000;
    /** The longest connection timeout that is waited for before a minute is ended. */
    private static final long LONGEST_WAIT = 10 * MINUTE;
    /** A shorter rest at the end tells nothing of its own. */
    private static final long SHORTEST = 1_000_000;
    /** A shorter rest varies more than a minute does, and is not compared with one. */
    private static final long COMPARABLE = MINUTE / 2;

    private static final Comparator<KeptMinute> NEEDIEST = Comparator.<KeptMinute>comparingInt(
                    each -> each.minute().needed())
            .thenComparingDouble(each -> each.minute().inUse())
            .reversed();

    private final WaitGoal goal;
    private final long begin;
    /** A minute is ended so long after it, since a borrow is told when its connection was given back or its wait was in vain. */
    private final long latest;

    private final NavigableMap<Long, OpenMinute> open = new TreeMap<>();
    private final List<TrafficMinute> minutes = new ArrayList<>();
    private final List<KeptMinute> kept = new ArrayList<>();
    private long ended;

    /** @param begin of the recording, in nanoseconds by the service's clock */
    public TrafficRecord(WaitGoal goal, long begin) {
        this.goal = goal;
        this.begin = begin;
        latest = MINUTE + Math.min(LONGEST_WAIT, goal.timeout().toNanos() / MICRO);
    }

    /** Adds a borrow that has ended. */
    public void add(Borrow borrow) {
        long asked = Math.max(0, (borrow.asked() - begin) / MICRO);
        long held = borrow.held() < 0 ? -1 : borrow.held() / MICRO;
        if (asked / MINUTE >= ended) {
            minute(asked / MINUTE).add(asked % MINUTE, borrow.waited() / MICRO, held, borrow.route());
        }
        if (held >= 0) {
            carry(asked, (borrow.since() - begin) / MICRO + held);
        }
    }

    /** Adds a borrow to each minute that began before its end, up to a minute, also where it still waited when the minute began. */
    private void carry(long asked, long end) {
        for (long each = Math.max(ended, asked / MINUTE + 1); each * MINUTE < end; each++) {
            minute(each).carry(end - each * MINUTE);
        }
    }

    /**
     * Adds what is known at a time, and ends what is over.
     *
     * @param now in nanoseconds by the service's clock
     * @param held borrows whose connections are still held
     * @param unseen connections in use that nobody knows the borrow of
     */
    public void look(long now, Collection<Borrow> held, int unseen) {
        long micros = (now - begin) / MICRO;
        minute(micros / MINUTE).unseen(unseen);
        while ((ended + 1) * MINUTE + latest <= micros) {
            end(ended, MINUTE, held);
        }
    }

    private OpenMinute minute(long number) {
        return open.computeIfAbsent(number, unknown -> new OpenMinute(goal));
    }

    /** Ends a minute, with what is still held; it will be told only when nobody waits for it any more. */
    private void end(long number, long micros, Collection<Borrow> held) {
        OpenMinute minute = minute(number);
        for (Borrow each : held) {
            long asked = (each.asked() - begin) / MICRO;
            long since = (each.since() - begin) / MICRO;
            if (Math.max(0, asked) / MINUTE == number) {
                minute.add(Math.max(0, asked) % MINUTE, each.waited() / MICRO, each.held() / MICRO, each.route());
            } else if (asked < number * MINUTE) {
                minute.carry(since + each.held() / MICRO - number * MINUTE);
            }
        }
        open.remove(number);
        KeptMinute whole = minute.end(micros, number, number * MINUTE / 1e6, goal);
        minutes.add(whole.minute());
        if (micros >= COMPARABLE || kept.isEmpty()) {
            kept.add(whole);
            kept.sort(NEEDIEST);
        }
        if (kept.size() > KEPT) {
            kept.remove(KEPT);
        }
        ended = number + 1;
    }

    /** Ends the recording; times are as in {@link #look}. */
    public RecordedTraffic end(long now, Collection<Borrow> held) {
        long micros = Math.max(1, (now - begin) / MICRO);
        while (ended * MINUTE + SHORTEST <= micros || minutes.isEmpty()) {
            end(ended, Math.min(MINUTE, micros - ended * MINUTE), held);
        }
        return new RecordedTraffic(micros / 1e6, minutes, kept, Optional.empty());
    }
}
