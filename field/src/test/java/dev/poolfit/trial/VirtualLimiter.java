package dev.poolfit.trial;

import dev.poolfit.experiment.LiveGuard;
import dev.poolfit.limiter.BorrowCounts;
import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.wire.CountColumn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** A limiter in virtual time: each slot gives as many holds as a test says of the connections in circulation. */
public final class VirtualLimiter implements BorrowLimiter {
    private static final long SLOT = 1_000_000_000L / SLOTS;

    private final Time time;
    private final long begin;
    private final int workers;
    private final IntToDoubleFunction holdsASecond;
    private final List<Integer> scheduled = new ArrayList<>();
    private List<Integer> limits = List.of();
    private int length = 1;
    private long first;
    private long told;
    private int switched;
    private int readings = Integer.MAX_VALUE;
    private int remembered = 1;
    private int round = Integer.MAX_VALUE;
    private IntToDoubleFunction asksASecond;
    private IntToDoubleFunction waitsMs = limit -> 2;
    private IntToDoubleFunction lateMs = limit -> 0;
    private boolean closed;

    /**
     * @param workers the web server's worker threads; −1 where they cannot be limited
     * @param holdsASecond by the limit; all connections are {@link Integer#MAX_VALUE}
     */
    public VirtualLimiter(Time time, int workers, IntToDoubleFunction holdsASecond) {
        this.time = time;
        this.begin = time.nanos();
        this.workers = workers;
        this.holdsASecond = holdsASecond;
        asksASecond = holdsASecond;
    }

    /** It takes itself out after so many readings. */
    public VirtualLimiter lasting(int most) {
        readings = most;
        return this;
    }

    /** A borrow waits for so long, by the limit. */
    public VirtualLimiter waiting(IntToDoubleFunction millis) {
        waitsMs = millis;
        return this;
    }

    /** Slices are switched to so late, by the limit. */
    VirtualLimiter late(IntToDoubleFunction millis) {
        lateMs = millis;
        return this;
    }

    /** Threads ask for connections so often, by the limit. */
    VirtualLimiter asked(IntToDoubleFunction other) {
        asksASecond = other;
        return this;
    }

    /** What it gives follows the mean limit of so many slots. */
    VirtualLimiter remembering(int slots) {
        remembered = slots;
        return this;
    }

    /** It gives a tenth less in every other round of so many slices. */
    VirtualLimiter slowerInEveryOtherRound(int slices) {
        round = slices;
        return this;
    }

    /** Every limit that was scheduled so far. */
    List<Integer> scheduled() {
        return scheduled;
    }

    boolean closed() {
        return closed;
    }

    private long slot() {
        return (time.nanos() - begin) / SLOT;
    }

    @Override
    public void schedule(List<Integer> byPeriod, List<Integer> threads, int slots) {
        limits = List.copyOf(byPeriod);
        scheduled.addAll(byPeriod);
        length = slots;
        first = slot() + 2;
        switched = 0;
    }

    private int limit(long slot) {
        long period = Math.floorDiv(slot - first, length);
        return period >= 0 && period < limits.size() ? limits.get((int) period) : Integer.MAX_VALUE;
    }

    @Override
    public void guard(LiveGuard guard, Duration late, Duration cost) {}

    @Override
    public Optional<BorrowCounts> take() {
        if (readings-- <= 0) {
            return Optional.empty();
        }
        long now = slot();
        var slots = new ArrayList<BorrowCounts.Slot>();
        for (; told < now; told++) {
            double holds = LongStream.range(told - remembered + 1, told + 1)
                            .mapToDouble(slot -> holdsASecond.applyAsDouble(limit(slot)))
                            .average()
                            .orElseThrow()
                    / SLOTS
                    * (Math.floorDiv(told - first, (long) length) / round % 2 == 0 ? 1 : 0.9);
            slots.add(new BorrowCounts.Slot(
                    told,
                    Math.round(holds),
                    Math.round(holds),
                    holds,
                    waitsMs.applyAsDouble(limit(told)) * holds,
                    4 * holds,
                    0,
                    0,
                    Math.round(asksASecond.applyAsDouble(limit(told)) / SLOTS),
                    0,
                    IntStream.range(0, CountColumn.ROUTES)
                            .mapToObj(i -> i == 0 ? holds : 0.0)
                            .toList()));
        }
        var switches = new ArrayList<BorrowCounts.Switch>();
        for (; switched < limits.size() && first + (long) switched * length <= now; switched++) {
            int limit = limits.get(switched);
            switches.add(new BorrowCounts.Switch(
                    switched, first + (long) switched * length, limit, lateMs.applyAsDouble(limit)));
        }
        long left = limits.size() - Math.max(0, Math.min(limits.size(), Math.floorDiv(now - first, length)));
        return Optional.of(new BorrowCounts(now, slots, switches, left, Integer.MAX_VALUE, workers));
    }

    @Override
    public void close() {
        closed = true;
    }
}
