package dev.poolfit.limiter;

import dev.poolfit.evidence.live.GuardBreak;
import dev.poolfit.wire.BreakColumn;
import dev.poolfit.wire.CountColumn;
import dev.poolfit.wire.CountKey;
import dev.poolfit.wire.GuardColumn;
import dev.poolfit.wire.SwitchColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What the limiter told once.
 *
 * @param now the number of the slot of that moment, of which nothing is told yet
 * @param slots what was counted, by slot; what ends later is told of its slot later
 * @param switches the switches that were made
 * @param periodsLeft periods of the schedule that have not ended
 * @param total the pool's connections, those that are kept back included; −1 where it could not be read
 * @param workers the web server's worker threads; −1 where they cannot be limited
 * @param breaks the guards that broke
 * @param requests that the web server has answered since the service began; −1 where unknown
 * @param errors those of them with a status from 400; −1 where unknown
 */
public record BorrowCounts(
        long now,
        List<Slot> slots,
        List<Switch> switches,
        long periodsLeft,
        int total,
        int workers,
        List<GuardBreak> breaks,
        long requests,
        long errors) {
    /**
     * A part of what was counted in 5 ms.
     *
     * @param number since the limiter began
     * @param borrowed connections that were handed out
     * @param returned connections that were given back
     * @param share of the holds that fell into the slot: 0.1 of a hold of 50 ms, for each of ten slots
     * @param waitedMs the time that threads waited within the slot, summed, in milliseconds
     * @param heldMs the time that connections were held within the slot, summed, in milliseconds
     * @param timeouts borrows that ended in vain
     * @param busyMs the time that worker threads ran requests within the slot, summed, in milliseconds; 0 while they are not limited
     * @param late borrows that ended, and had waited longer than was agreed
     * @param asked threads that asked for a connection
     * @param routes {@code share} by the route of the request, {@link CountColumn#ROUTES} of them, the first for those without one
     */
    public record Slot(
            long number,
            long borrowed,
            long returned,
            double share,
            double waitedMs,
            double heldMs,
            long timeouts,
            double busyMs,
            long asked,
            long late,
            List<Double> routes) {
        public Slot {
            routes = List.copyOf(routes);
        }
    }

    /**
     * One switch.
     *
     * @param period its number in the schedule, from 0
     * @param slot with which the period begins
     * @param limit that holds in it
     * @param lateMs the time by which it was set late, in milliseconds
     */
    public record Switch(int period, long slot, int limit, double lateMs) {}

    public BorrowCounts {
        slots = List.copyOf(slots);
        switches = List.copyOf(switches);
        breaks = List.copyOf(breaks);
    }

    /** Counts of a limiter without guards. */
    public BorrowCounts(long now, List<Slot> slots, List<Switch> switches, long periodsLeft, int total, int workers) {
        this(now, slots, switches, periodsLeft, total, workers, List.of(), -1, -1);
    }

    /** Reads an answer of the agent; what is not as told is left out. */
    public static BorrowCounts of(Map<?, ?> told) {
        var slots = new ArrayList<Slot>();
        if (told.get(CountKey.COUNTS) instanceof long[] rows) {
            for (int at = 0; at + CountColumn.COUNT <= rows.length; at += CountColumn.COUNT) {
                int first = at + CountColumn.FIRST_ROUTE;
                slots.add(new Slot(
                        rows[at + CountColumn.SLOT],
                        rows[at + CountColumn.BORROWED],
                        rows[at + CountColumn.RETURNED],
                        rows[at + CountColumn.SHARE_MILLIONTHS] / 1e6,
                        rows[at + CountColumn.WAITED_MICROS] / 1e3,
                        rows[at + CountColumn.HELD_MICROS] / 1e3,
                        rows[at + CountColumn.TIMEOUTS],
                        rows[at + CountColumn.BUSY_MICROS] / 1e3,
                        rows[at + CountColumn.ASKED],
                        rows[at + CountColumn.LATE],
                        IntStream.range(first, first + CountColumn.ROUTES)
                                .mapToObj(i -> rows[i] / 1e6)
                                .toList()));
            }
        }
        var switches = new ArrayList<Switch>();
        if (told.get(CountKey.SWITCHES) instanceof long[] rows) {
            for (int at = 0; at + SwitchColumn.COUNT <= rows.length; at += SwitchColumn.COUNT) {
                switches.add(new Switch(
                        (int) rows[at + SwitchColumn.PERIOD],
                        rows[at + SwitchColumn.SLOT],
                        (int) rows[at + SwitchColumn.LIMIT],
                        rows[at + SwitchColumn.LATE_MICROS] / 1e3));
            }
        }
        return new BorrowCounts(
                number(told, CountKey.NOW),
                slots,
                switches,
                number(told, CountKey.PERIODS_LEFT),
                (int) number(told, CountKey.TOTAL),
                (int) number(told, CountKey.WORKERS),
                breaks(told),
                served(told, 0),
                served(told, 1));
    }

    private static List<GuardBreak> breaks(Map<?, ?> told) {
        var breaks = new ArrayList<GuardBreak>();
        if (told.get(CountKey.BREAKS) instanceof long[] rows) {
            for (int at = 0; at + BreakColumn.COUNT <= rows.length; at += BreakColumn.COUNT) {
                int guard = (int) rows[at + BreakColumn.GUARD];
                if (guard > GuardColumn.LATE_NANOS && guard < GuardColumn.COUNT) {
                    breaks.add(new GuardBreak(
                            (int) rows[at + BreakColumn.LIMIT],
                            GuardBreak.Guard.values()[guard - 1],
                            rows[at + BreakColumn.VALUE],
                            rows[at + BreakColumn.OPENED_NANOS] / 1e6));
                }
            }
        }
        return breaks;
    }

    private static long served(Map<?, ?> told, int at) {
        return told.get(CountKey.SERVED) instanceof long[] both && both.length == 2 ? both[at] : -1;
    }

    private static long number(Map<?, ?> told, String key) {
        return told.get(key) instanceof Long number ? number : 0;
    }
}
