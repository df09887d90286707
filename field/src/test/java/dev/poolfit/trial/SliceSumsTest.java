package dev.poolfit.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.limiter.BorrowCounts;
import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.wire.CountColumn;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Holds share two cores, so that every pool of two or more gives as much. Many wait all the time, and the pool has a new limit in each
 * slice: what is held at a switch goes on faster or more slowly.
 */
class SliceSumsTest {
    private static final double CORES = 2;
    private static final double PER_SECOND = 350;
    private static final double SLOT = 1.0 / BorrowLimiter.SLOTS;
    private static final int[] POOLS = {5, 30};

    /** What is held: when it began, and the work that is left. */
    private static final class Hold {
        private final double since;
        private double left;

        private Hold(double since, double left) {
            this.since = since;
            this.left = left;
        }
    }

    private record Ended(double since, double until) {}

    private static List<Ended> served(List<Integer> order, double sliceSeconds, Random random) {
        var ended = new ArrayList<Ended>();
        var held = new ArrayList<Hold>();
        double now = 0;
        for (int slice = 0; slice < order.size(); slice++) {
            double end = (slice + 1) * sliceSeconds;
            while (now < end) {
                while (held.size() < POOLS[order.get(slice)]) {
                    held.add(new Hold(now, CORES / PER_SECOND * (0.5 + random.nextDouble())));
                }
                double speed = Math.min(1, CORES / held.size());
                double next = held.stream().mapToDouble(each -> each.left).min().orElseThrow() / speed;
                double passed = Math.min(next, end - now);
                now += passed;
                held.forEach(each -> each.left -= passed * speed);
                for (Hold each : List.copyOf(held)) {
                    if (each.left < 1e-9) {
                        held.remove(each);
                        ended.add(new Ended(each.since, now));
                    }
                }
            }
        }
        return ended;
    }

    private static BorrowCounts counted(List<Ended> holds, int slots, int slices) {
        double[] shares = new double[slots * slices];
        double[] heldMs = new double[slots * slices];
        for (Ended each : holds) {
            for (int slot = (int) (each.since / SLOT); slot < shares.length && slot * SLOT < each.until; slot++) {
                double within = Math.min(each.until, (slot + 1) * SLOT) - Math.max(each.since, slot * SLOT);
                shares[slot] += within / (each.until - each.since);
                heldMs[slot] += 1000 * within;
            }
        }
        var told = new ArrayList<BorrowCounts.Slot>();
        for (int slot = 0; slot < shares.length; slot++) {
            List<Double> routes = Stream.concat(
                            Stream.of(shares[slot]), Collections.nCopies(CountColumn.ROUTES - 1, 0.0).stream())
                    .toList();
            told.add(new BorrowCounts.Slot(slot, 0, 0, shares[slot], 0, heldMs[slot], 0, 0, 0, 0, routes));
        }
        var switches = new ArrayList<BorrowCounts.Switch>();
        for (int slice = 0; slice < slices; slice++) {
            switches.add(new BorrowCounts.Switch(slice, (long) slice * slots, 1, 0));
        }
        return new BorrowCounts(shares.length, told, switches, 0, POOLS[1], -1);
    }

    @Test
    void what_is_held_at_a_switch_gives_no_size_more_than_it_serves() {
        int slots = 68;
        int settling = 22;
        var counts = new SliceCounts(300, POOLS.length, 2, slots, settling, 1, false);
        List<Integer> order = counts.schedule();
        counts.add(counted(served(order, slots * SLOT, new Random(1)), slots, order.size()));
        var sums = new SliceSums(counts, false);

        assertThat(sums.tail(0)).isLessThan(sums.tail(1));
        double[] rates = new double[POOLS.length];
        for (int arm = 0; arm < POOLS.length; arm++) {
            rates[arm] = sums.cells(arm, settling).stream()
                    .mapToDouble(SliceCell::rate)
                    .average()
                    .orElseThrow();
        }
        assertThat(rates[0] / rates[1]).isCloseTo(1, within(0.012));
        assertThat(rates[1]).isCloseTo(PER_SECOND, within(0.015 * PER_SECOND));
    }
}
