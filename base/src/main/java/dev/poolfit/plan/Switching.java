package dev.poolfit.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Switches settings under a load that runs on: a switchback experiment (Bojinov, Simchi-Levi and Zhao, Design and Analysis of
 * Switchback Experiments, Management Science 2023).
 *
 * @param blocks the periods of each setting; at least 1
 * @param period the time that a setting holds in a block; at least {@link #SHORTEST}. Settings that are resized hold for whole
 *     seconds; within the pool it is divided into slices
 * @param settling where settings are switched within the pool, the time until a switch has reached all requests that are under way;
 *     empty where they are resized
 * @param seed draws the order; the same seed draws the same
 * @param checked whether the first setting has two periods a block, so that equal ones are compared, too (an A/A check)
 */
public record Switching(int blocks, Duration period, Optional<Duration> settling, long seed, boolean checked) {
    public static final Duration SHORTEST = Duration.ofMillis(500);

    private static final double SHORTEST_SLICE_SECONDS = 0.1;
    /** A slice lasts so many times as long as a switch takes to show. */
    private static final int SETTLED = 3;

    public Switching {
        if (blocks < 1 || period.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("blocks must be at least 1 and period at least " + SHORTEST
                    + ", but are " + blocks + " and " + period);
        }
    }

    /** Settings are resized. */
    public Switching(int blocks, Duration period, long seed, boolean checked) {
        this(blocks, period, Optional.empty(), seed, checked);
    }

    /** Returns whether settings are switched within the pool, without resizing it. */
    public boolean within() {
        return settling.isPresent();
    }

    /** Returns the time that a setting holds at once. */
    public Duration slice() {
        if (settling.isEmpty()) {
            return period;
        }
        Duration slice = Duration.ofNanos(Math.round(1e9 * slice(settling.get().toNanos() / 1e9)));
        return slice.compareTo(period) < 0 ? slice : period;
    }

    /** Returns the seconds of a slice within the pool, where a switch takes so many to show. */
    public static double slice(double settling) {
        return Math.max(SHORTEST_SLICE_SECONDS, SETTLED * settling);
    }

    /** Returns the period in seconds. */
    public double seconds() {
        return period.toMillis() / 1000.0;
    }

    /** Returns the time that each setting holds in all. */
    public Duration measured() {
        return period.multipliedBy(blocks);
    }

    /** Draws for each block the order in which the settings hold, each by its number from 0. */
    public List<List<Integer>> orders(int settings) {
        var random = new Random(seed);
        var orders = new ArrayList<List<Integer>>();
        for (int block = 0; block < blocks; block++) {
            var order = new ArrayList<Integer>();
            for (int each = 0; each < settings; each++) {
                order.add(each);
            }
            Collections.shuffle(order, random);
            orders.add(order);
        }
        return orders;
    }
}
