package dev.poolfit.verdict.sizing;

import dev.poolfit.model.replay.BorrowSequence;
import dev.poolfit.model.replay.Contention;
import dev.poolfit.model.replay.PoolReplay;
import dev.poolfit.model.replay.WaitGoal;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** A minute to which borrows may still be added. Times are microseconds since it began. */
final class OpenMinute {
    /** A borrow with a longer wait is late. */
    private final long wanted;

    private final BorrowSequence.Builder served = new BorrowSequence.Builder();
    private final BorrowSequence.Builder carried = new BorrowSequence.Builder();
    private final BorrowSequence.Builder inVain = new BorrowSequence.Builder();
    private final Map<String, Double> routes = new HashMap<>();
    /** The numbers of the routes; 0 is for what is carried over. */
    private final Map<String, Integer> kinds = new HashMap<>();

    private double waited;
    private double held;
    private int late;
    /** Connections that were in use all the time, and handed out before the recording. */
    private int unseen = Integer.MAX_VALUE;

    OpenMinute(WaitGoal goal) {
        wanted = goal.p99().toNanos() / 1000;
    }

    void add(long asked, long waitedFor, long heldFor, String route) {
        waited += waitedFor;
        late += waitedFor > wanted ? 1 : 0;
        if (heldFor < 0) {
            inVain.add(asked, waitedFor, 0, 0);
        } else {
            served.add(asked, waitedFor, heldFor, kinds.computeIfAbsent(route, unknown -> kinds.size() + 1));
            held += heldFor;
            routes.merge(route, heldFor / 1e6, Double::sum);
        }
    }

    /** Adds a connection that was in use when the minute began, for so long from then on. */
    void carry(long heldFor) {
        carried.add(0, heldFor);
    }

    /** Adds how many connections nobody knows the borrow of, at one time of this minute. */
    void unseen(int connections) {
        unseen = Math.min(unseen, connections);
    }

    /**
     * Ends it.
     *
     * @param micros that it lasted, at least 1
     * @param number of the minute
     * @param start of the minute, in seconds since the recording began
     */
    KeptMinute end(long micros, long number, double start, WaitGoal goal) {
        var all = new BorrowSequence.Builder();
        served.into(all);
        carried.into(all);
        if (served.size() > 0) {
            // Nobody knows for how long those would have held that got nothing: as long as others.
            var random = new SplittableRandom(number);
            BorrowSequence known = served.build(micros);
            BorrowSequence lost = inVain.build(micros);
            for (int i = 0; i < lost.size(); i++) {
                all.add(lost.asked(i), known.held(random.nextInt(known.size())));
            }
        } else {
            inVain.into(all);
        }
        for (int i = 0; i < unseen && unseen < Integer.MAX_VALUE; i++) {
            all.add(0, micros);
        }
        BorrowSequence ran = all.build(micros);
        Contention contention = Contention.of(ran);
        int borrows = served.size() + inVain.size();
        return new KeptMinute(
                new TrafficMinute(
                        start,
                        micros / 1e6,
                        borrows,
                        ran.offeredLoad(),
                        served.size() == 0 ? 0 : held / served.size() / 1000,
                        borrows == 0 ? 0 : waited / borrows / 1000,
                        borrows == 0 ? 0 : (double) late / borrows,
                        inVain.size(),
                        ran.peak(),
                        needed(ran, contention, goal)),
                ran,
                contention,
                routes);
    }

    /** With as many as were in use or waited for at once nobody would have waited, whatever is fitted. */
    private static int needed(BorrowSequence ran, Contention contention, WaitGoal goal) {
        int peak = ran.peak();
        return Math.min(
                peak,
                new PoolReplay(contention.worksOf(ran), contention, goal)
                        .needed()
                        .orElse(peak));
    }
}
