package dev.poolfit.benchmarks.truth;

import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.SplittableRandom;

/**
 * Simulates a law by events, at full speed: worker threads, connections and permits are tokens that users queue for in order.
 * It shares the law with {@link LawService}, and nothing with Poolfit's model.
 */
final class LawSimulation {
    private static final int REQUESTS = 100_000;
    private static final int WARM = 10_000;

    private final Work work;
    private final Law.Users users;
    private final SplittableRandom random = new SplittableRandom(1);
    private final Queue<Event> events = new PriorityQueue<>();
    private final Tokens threads;
    private final Tokens connections;
    private final Tokens service;
    private final Tokens database;
    /** The factor by which each user's query is slower for those whom it met at the database. */
    private final double[] slowdown;
    /** The time, in milliseconds. */
    private double now;

    private LawSimulation(Law law, int pool, int threads) {
        this.work = law.work;
        this.users = law.users;
        this.threads = new Tokens(threads);
        this.connections = new Tokens(pool);
        this.service = new Tokens(work.outsidePermits());
        this.database = new Tokens(work.databasePermits());
        this.slowdown = new double[users.count()];
    }

    /** Returns the responses a second in the long run, within some 0.5 %. */
    static double rate(Law law, int pool, int threads) {
        return new LawSimulation(law, pool, threads).rate();
    }

    private double rate() {
        for (int user = 0; user < users.count(); user++) {
            after(users.think() * random.nextDouble(), user, Step.ARRIVES);
        }
        double begun = 0;
        for (int requests = 0; requests < WARM + REQUESTS; ) {
            Event event = events.remove();
            now = event.at;
            happen(event.user, event.step);
            if (event.step == Step.ENDS && ++requests == WARM) {
                begun = now;
            }
        }
        return 1000 * REQUESTS / (now - begun);
    }

    private void happen(int user, Step step) {
        switch (step) {
            case ARRIVES -> threads.take(user, Step.HAS_THREAD);
            case HAS_THREAD -> service.take(user, Step.COMPUTES);
            case COMPUTES -> after(drawn(work.outside()), user, Step.HAS_COMPUTED);
            case HAS_COMPUTED -> {
                service.giveBack();
                connections.take(user, Step.HAS_CONNECTION);
            }
            case HAS_CONNECTION -> {
                slowdown[user] = work.slowdown(database.inUseOrWanted() + 1);
                database.take(user, Step.QUERIES);
            }
            case QUERIES -> after(slowdown[user] * drawn(work.database()), user, Step.IS_ANSWERED);
            case IS_ANSWERED -> {
                database.giveBack();
                after(drawn(work.delay()), user, Step.ENDS);
            }
            case ENDS -> {
                connections.giveBack();
                threads.giveBack();
                after(users.think(), user, Step.ARRIVES);
            }
        }
    }

    private double drawn(double mean) {
        return work.draw(mean, random.nextDouble());
    }

    private void after(double milliseconds, int user, Step step) {
        events.add(new Event(now + milliseconds, user, step));
    }

    private enum Step {
        ARRIVES,
        HAS_THREAD,
        COMPUTES,
        HAS_COMPUTED,
        HAS_CONNECTION,
        QUERIES,
        IS_ANSWERED,
        ENDS
    }

    private record Event(double at, int user, Step step) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return Double.compare(at, other.at);
        }
    }

    /** Tokens of which a limited number is used at once; the others wait in order. */
    private final class Tokens {
        private final Queue<Event> waiting = new ArrayDeque<>();
        private final int count;
        private int inUse;

        Tokens(int count) {
            this.count = count;
        }

        int inUseOrWanted() {
            return inUse + waiting.size();
        }

        void take(int user, Step then) {
            if (inUse < count) {
                inUse++;
                after(0, user, then);
            } else {
                waiting.add(new Event(now, user, then));
            }
        }

        void giveBack() {
            Event next = waiting.poll();
            if (next == null) {
                inUse--;
            } else {
                after(0, next.user, next.step);
            }
        }
    }
}
