package dev.poolfit.verdict.sizing;

import dev.poolfit.model.replay.BorrowSequence;
import dev.poolfit.model.replay.BusyBlocks;
import dev.poolfit.model.replay.Contention;
import dev.poolfit.model.replay.PoolReplay;
import dev.poolfit.model.replay.ReplayedWaits;
import dev.poolfit.model.replay.WaitGoal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * The answer of a recording: how many connections its traffic needs, from a replay of the minute that needs the most.
 *
 * @param size that the pool has
 * @param times the multiple of the neediest minute's traffic that the answer is for
 * @param needs by rising multiple; empty where no connection was handed out
 * @param curve the waits of the neediest minute by pool size, rising; empty where no connection was handed out
 */
public record Sizing(
        RecordedTraffic traffic,
        WaitGoal goal,
        int size,
        double times,
        SizingAnswer answer,
        List<Need> needs,
        List<ReplayedWaits> curve) {
    /** The borrows below which a share of one in a hundred is a handful. */
    private static final int LEAST_BORROWS = 500;

    /** The borrows of a minute below which there is no share of one in a hundred. */
    private static final int LEAST_A_MINUTE = 100;

    /** The share of late borrows from which on others may have stayed away. */
    private static final double MANY_LATE = 0.05;
    /** The share of late borrows that a pool of the right size need not explain. */
    private static final double OTHER_CAUSE = 0.01;
    /** A minute is about as busy as another one with so much of its load. */
    private static final double AS_BUSY = 0.9;

    /** A single connection leaves none while it is renewed. */
    public static final int LEAST = 2;

    private static final List<Double> TIMES = List.of(1.0, 1.5, 2.0, 3.0);
    private static final double TAIL = 0.025;
    private static final int FEWEST_DRAWS = 40;
    private static final int MOST_DRAWS = 200;
    /** The borrows that are drawn for one figure; they take about a second. */
    private static final double DRAWN = 1e6;

    private static final int MOST_SIZES = 10_000;
    /** Beyond so much of what can be done at all, a chance decides. */
    private static final double UTILIZED = 0.95;

    private static final int MOST_POINTS = 40;

    /**
     * Answers.
     *
     * @param size that the pool has, at least 1
     * @param times the multiple of the neediest minute's traffic that the answer is for, above 0
     */
    public static Sizing of(RecordedTraffic traffic, WaitGoal goal, int size, double times) {
        TrafficMinute first = neediest(traffic).minute();
        if (traffic.isDry(size) || first.served() == 0 && first.timeouts() > 0) {
            return nothing(traffic, goal, size, times, SizingAnswer.DRY);
        }
        if (traffic.borrows() == 0) {
            return nothing(traffic, goal, size, times, SizingAnswer.NO_TRAFFIC);
        }
        List<Need> needs = needs(traffic, goal, times);
        Need need = at(needs, times);
        return new Sizing(
                traffic,
                goal,
                size,
                times,
                answer(traffic, need, size),
                needs,
                curve(neediest(traffic), goal, size, need.limited() ? size : recommended(need)));
    }

    private static Sizing nothing(RecordedTraffic traffic, WaitGoal goal, int size, double times, SizingAnswer why) {
        return new Sizing(traffic, goal, size, times, why, List.of(), List.of());
    }

    private static KeptMinute neediest(RecordedTraffic traffic) {
        return traffic.neediest().get(0);
    }

    private static SizingAnswer answer(RecordedTraffic traffic, Need need, int size) {
        TrafficMinute minute = neediest(traffic).minute();
        // Few can say that a pool is short, and many that it is not.
        if (minute.timeouts() > 0 && !need.limited() && recommended(need) > size) {
            return SizingAnswer.AT_LEAST;
        }
        if (traffic.borrows() < LEAST_BORROWS || minute.borrows() < LEAST_A_MINUTE) {
            return SizingAnswer.TOO_FEW_BORROWS;
        }
        if (need.limited()) {
            return SizingAnswer.AT_LIMIT;
        }
        int enough = recommended(need);
        if (enough > size && minute.lateShare() > MANY_LATE) {
            return SizingAnswer.AT_LEAST;
        }
        return enough < size ? SizingAnswer.GIVE_BACK : enough == size ? SizingAnswer.FITS : SizingAnswer.RAISE;
    }

    /** Returns whether it is known what some traffic needs: there was some, and it got connections. */
    public boolean hasTraffic() {
        return answer != SizingAnswer.NO_TRAFFIC && answer != SizingAnswer.DRY;
    }

    /** Returns whether a smaller pool may be tried under this traffic: it has some, and does not surely need more than it has. */
    public boolean allowsFewer() {
        return hasTraffic()
                && answer != SizingAnswer.AT_LEAST
                && (answer != SizingAnswer.RAISE || need().low() <= size);
    }

    /** Returns the size to set: the upper end of what is needed, and never a single connection. */
    public int recommended() {
        return recommended(need());
    }

    private static int recommended(Need need) {
        return Math.max(LEAST, need.high());
    }

    private static List<Need> needs(RecordedTraffic traffic, WaitGoal goal, double asked) {
        KeptMinute first = neediest(traffic);
        Contention contention = first.contention();
        // All are replayed with the contention of one, so that what each would hold alone has to be told by the same.
        List<BorrowSequence> busy = traffic.neediest().stream()
                .filter(each ->
                        each.minute().inUse() >= AS_BUSY * first.minute().inUse())
                .map(each -> contention.worksOf(each.ran()))
                .toList();
        var blocks = new BusyBlocks(busy);
        var all = new TreeSet<>(TIMES);
        all.add(asked);
        var needs = new ArrayList<Need>();
        for (double times : all) {
            if (busy.stream().anyMatch(each -> contention.utilization(each, times) > UTILIZED)) {
                needs.add(Need.limited(times));
                continue;
            }
            int draws = (int) Math.max(
                    FEWEST_DRAWS,
                    Math.min(MOST_DRAWS, DRAWN / (times * first.ran().size())));
            List<Integer> sizes =
                    blocks.needed(times, draws, contention, goal, new SplittableRandom(Double.hashCode(times)));
            int low = sizes.get((int) (TAIL * draws));
            int high = sizes.get(draws - 1 - (int) (TAIL * draws));
            if (times <= 1) {
                // What was never in use or waited for at once is not needed for what was recorded.
                high = Math.min(high, traffic.peak());
            }
            if (high == BusyBlocks.NONE) {
                needs.add(Need.limited(times));
                continue;
            }
            int middle = times == 1 ? first.minute().needed() : sizes.get(draws / 2);
            needs.add(new Need(times, middle, Math.min(low, middle), Math.max(high, middle), false));
        }
        return needs;
    }

    private static Need at(List<Need> needs, double times) {
        return needs.stream().filter(each -> each.times() == times).findFirst().orElseThrow();
    }

    /** Replays sizes from the offered load to where nobody waits, those of the answer and of the pool among them. */
    private static List<ReplayedWaits> curve(KeptMinute minute, WaitGoal goal, int size, int answer) {
        BorrowSequence works = minute.contention().worksOf(minute.ran());
        var replay = new PoolReplay(works, minute.contention(), goal);
        int first = Math.max(1, (int) works.offeredLoad());
        int last = first;
        while (replay.waits(last).meanMs() > 0 && last < MOST_SIZES) {
            last += Math.max(1, last / 4);
        }
        var sizes = new TreeSet<>(List.of(size, answer));
        for (int i = 0; i <= MOST_POINTS; i++) {
            sizes.add(first + (int) Math.round((double) (last - first) * i / MOST_POINTS));
        }
        return sizes.stream().map(replay::waits).toList();
    }

    /** Returns the minute that needs the most connections. */
    public TrafficMinute neediest() {
        return neediest(traffic).minute();
    }

    /** Returns the seconds in which no connection was handed out, where the pool was dry: the whole recording, or one minute. */
    public double drySeconds() {
        return traffic.isDry(size) ? traffic.seconds() : neediest().seconds();
    }

    /** Returns how much slower work becomes in the neediest minute, the more connections are at work. */
    public Contention contention() {
        return neediest(traffic).contention();
    }

    /** Returns the seconds for which connections were held in the neediest minute, by the route of the request. */
    public Map<String, Double> routes() {
        return neediest(traffic).routes();
    }

    /** Returns what is needed at the multiple that was asked for; there must have been {@linkplain #hasTraffic traffic}. */
    public Need need() {
        return at(needs, times);
    }

    /** Returns whether many borrows of the neediest minute waited although the pool had connections enough. */
    public boolean otherCause() {
        double seen = neediest().lateShare();
        return seen > OTHER_CAUSE
                && waits(size).filter(each -> each.lateShare() < seen / 2).isPresent();
    }

    /** Returns the waits of the neediest minute with so many connections, where they are in the curve. */
    public Optional<ReplayedWaits> waits(int connections) {
        return curve.stream().filter(each -> each.connections() == connections).findFirst();
    }
}
