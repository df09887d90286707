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
 * @param slices how settings are switched within the pool; empty where they are resized
 * @param seed draws the order; the same seed draws the same
 * @param checked whether the first setting has two periods a block, so that equal ones are compared, too (an A/A check)
 */
public record Switching(int blocks, Duration period, Optional<Slices> slices, long seed, boolean checked) {
    public static final Duration SHORTEST = Duration.ofMillis(500);

    /**
     * How settings are switched within the pool.
     *
     * @param settling the time until a switch has reached all requests that are under way
     * @param length the time that a setting holds at once, no longer than the period counts
     */
    public record Slices(Duration settling, Duration length) {}

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
        return slices.isPresent();
    }

    /** Returns the time that a setting holds at once. */
    public Duration slice() {
        return slices.map(Slices::length)
                .filter(slice -> slice.compareTo(period) < 0)
                .orElse(period);
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
