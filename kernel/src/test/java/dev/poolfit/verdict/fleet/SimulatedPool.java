package dev.poolfit.verdict.fleet;

import dev.poolfit.metered.MeteredInstance;
import dev.poolfit.metered.MeteredMinute;
import dev.poolfit.metered.MeteredPool;
import dev.poolfit.metered.Sampling;
import dev.poolfit.model.replay.WaitGoal;
import dev.poolfit.verdict.sizing.Borrow;
import dev.poolfit.verdict.sizing.RecordedTraffic;
import dev.poolfit.verdict.sizing.TrafficRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;

/**
 * A pool under simulated traffic: what a recorder sees of it, and what its counters tell each 15 s. Arrivals come in bursts (two
 * states) whose rate rises and falls over the recording; holds are constant, exponential or of two kinds.
 */
public final class SimulatedPool {
    /** The seconds between two readings. */
    public static final int SCRAPE = 15;

    /** The kinds of holds. */
    public enum Holds {
        CONSTANT,
        EXPONENTIAL,
        TWO_KINDS
    }

    /**
     * A case.
     *
     * @param load connections in use in the mean, at the top of the curve
     * @param hold in seconds, in the mean
     * @param burst how many times the rate of the calm the bursts have, at least 1
     * @param length of a burst, in seconds, in the mean
     */
    public record Case(double load, double hold, Holds holds, double burst, double length, int maximum, int seconds) {
        /** Draws an hour: 0.5 to 25 connections in use, holds of 4 to 200 ms, bursts of up to four times the rate. */
        public static Case drawn(int seed) {
            var random = new SplittableRandom(seed);
            double load = Math.exp(random.nextDouble(Math.log(0.5), Math.log(25)));
            double hold = Math.exp(random.nextDouble(Math.log(0.004), Math.log(0.2)));
            return new Case(
                    load,
                    hold,
                    Holds.values()[random.nextInt(3)],
                    seed % 3 == 0 ? 1 : random.nextDouble(1, 4),
                    random.nextDouble(0.2, 8),
                    (int) Math.ceil(load * random.nextDouble(1.5, 5)) + 2,
                    3600);
        }
    }

    private final Case what;
    private final SplittableRandom random;
    private final double[] asked;
    private final double[] since;
    private final double[] ended;

    public SimulatedPool(Case what, long seed) {
        this.what = what;
        random = new SplittableRandom(seed);
        asked = arrivals();
        since = new double[asked.length];
        ended = new double[asked.length];
        var free = new PriorityQueue<Double>();
        for (int i = 0; i < what.maximum(); i++) {
            free.add(0.0);
        }
        for (int i = 0; i < asked.length; i++) {
            since[i] = Math.max(asked[i], free.remove());
            ended[i] = since[i] + hold();
            free.add(ended[i]);
        }
    }

    private double[] arrivals() {
        // As long in the calm as in bursts, three to one.
        double calm = what.load() / what.hold() / (0.75 + 0.25 * what.burst());
        double most = calm * what.burst();
        var times = DoubleStream.builder();
        boolean bursting = false;
        double at = 0;
        double until = exponential(3 * what.length());
        while (at < what.seconds()) {
            at += exponential(1 / most);
            while (at > until) {
                bursting = !bursting;
                until += exponential(bursting ? what.length() : 3 * what.length());
            }
            double curve = 0.6 + 0.4 * Math.sin(Math.PI * at / what.seconds());
            if (random.nextDouble() < curve * (bursting ? 1 : 1 / what.burst())) {
                times.add(at);
            }
        }
        return times.build().toArray();
    }

    private double hold() {
        return switch (what.holds()) {
            case CONSTANT -> what.hold();
            case EXPONENTIAL -> exponential(what.hold());
            case TWO_KINDS ->
                random.nextDouble() < 0.1 ? exponential(5.5 * what.hold()) : exponential(0.5 * what.hold());
        };
    }

    private double exponential(double mean) {
        return -mean * Math.log(1 - random.nextDouble());
    }

    /** Returns what the recorder keeps. */
    public RecordedTraffic recorded(WaitGoal goal) {
        var record = new TrafficRecord(goal, 0);
        for (int i = 0; i < asked.length; i++) {
            record.add(new Borrow(nanos(asked[i]), nanos(since[i] - asked[i]), nanos(ended[i] - since[i]), "GET /a"));
        }
        return record.end(nanos(what.seconds()), List.of());
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * 1e9);
    }

    /**
     * What its counters grew by until each reading, and what was there just then.
     *
     * @param counted seconds, as HikariCP counts holds
     * @param waited seconds
     */
    public record Readings(double[] counted, double[] waited, double[] borrows, int[] active, int[] waiting) {}

    public Readings readings() {
        int scrapes = what.seconds() / SCRAPE;
        var readings = new Readings(
                new double[scrapes + 1],
                new double[scrapes + 1],
                new double[scrapes + 1],
                new int[scrapes + 1],
                new int[scrapes + 1]);
        for (int i = 0; i < asked.length; i++) {
            add(readings.counted(), ended[i], Math.floor((ended[i] - since[i]) * 1000) / 1000);
            add(readings.waited(), since[i], since[i] - asked[i]);
            add(readings.borrows(), since[i], 1);
            for (int k = (int) Math.ceil(asked[i] / SCRAPE); k <= scrapes && k * SCRAPE < ended[i]; k++) {
                (k * SCRAPE < since[i] ? readings.waiting() : readings.active())[k]++;
            }
        }
        return readings;
    }

    /** Returns what its counters tell, minute by minute. */
    MeteredPool metered() {
        Readings all = readings();
        var minutes = new ArrayList<MeteredMinute>();
        for (int k = 4; k < all.active().length; k += 4) {
            int full = 0;
            for (int i = k - 3; i <= k; i++) {
                full += all.waiting()[i] > 0 || all.active()[i] >= what.maximum() ? 1 : 0;
            }
            minutes.add(new MeteredMinute(
                    (long) (k - 4) * SCRAPE,
                    sum(all.borrows(), k) / 60,
                    sum(all.counted(), k) / 60,
                    sum(all.waited(), k) / 60,
                    0,
                    what.maximum(),
                    Arrays.stream(all.active(), k - 3, k + 1).boxed().toList(),
                    full));
        }
        return new MeteredPool(
                "shop",
                "main",
                1,
                what.maximum(),
                OptionalInt.empty(),
                new Sampling(SCRAPE, 60),
                List.of(new MeteredInstance("a", minutes)),
                MeteredPool.Aside.NONE);
    }

    private static void add(double[] sums, double at, double what) {
        int k = (int) Math.ceil(at / SCRAPE);
        if (k < sums.length) {
            sums[k] += what;
        }
    }

    private static double sum(double[] sums, int last) {
        return sums[last] + sums[last - 1] + sums[last - 2] + sums[last - 3];
    }
}
