package dev.poolfit.verdict.sizing;

import dev.poolfit.model.replay.BorrowSequence;
import dev.poolfit.model.replay.BusyBlocks;
import dev.poolfit.model.replay.Contention;
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
 * @param curves the waits by pool size, by rising multiple; empty where no connection was handed out
 */
public record Sizing(
        RecordedTraffic traffic,
        WaitGoal goal,
        int size,
        double times,
        SizingAnswer answer,
        List<Need> needs,
        List<WaitCurve> curves) {
    /** The borrows below which a share of one in a hundred is a handful. */
    private static final int LEAST_BORROWS = 500;

    /** The borrows that some minute must have: of fewer there is no share of one in a hundred. */
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

    /** Beyond so much of what can be done at all, a chance decides. */
    private static final double UTILIZED = 0.95;

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
        BusyBlocks blocks = busiest(traffic);
        List<Need> needs = needs(traffic, blocks, goal, times);
        Need need = at(needs, times);
        return new Sizing(
                traffic,
                goal,
                size,
                times,
                answer(traffic, need, size),
                needs,
                needs.stream()
                        .filter(each -> !each.limited() || each.times() == 1)
                        .map(each -> curve(
                                traffic,
                                blocks,
                                goal,
                                each,
                                List.of(size, enough(traffic, each, size), enough(traffic, need, size))))
                        .toList());
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
        if (minute.timeouts() > 0 && !need.limited() && enough(traffic, need, size) > size) {
            return SizingAnswer.AT_LEAST;
        }
        // A quiet minute with one burst may need the most, and is judged more strictly than a busy one.
        if (traffic.borrows() < LEAST_BORROWS
                || traffic.minutes().stream().noneMatch(each -> each.borrows() >= LEAST_A_MINUTE)) {
            return SizingAnswer.TOO_FEW_BORROWS;
        }
        if (need.limited()) {
            return SizingAnswer.AT_LIMIT;
        }
        int enough = enough(traffic, need, size);
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

    /** Returns the size to set: the upper end of what is needed, and never less than {@link #least}. */
    public int recommended() {
        return enough(traffic, need(), size);
    }

    private static int enough(RecordedTraffic traffic, Need need, int size) {
        return need.limited() ? size : Math.max(least(traffic, size), need.high());
    }

    /** Returns the smallest size that may be recommended, whatever the traffic: below it, requests may wait for each other for good. */
    public int least() {
        return least(size);
    }

    /** Returns the same where the pool has so many. */
    public int least(int pool) {
        return least(traffic, pool);
    }

    private static int least(RecordedTraffic traffic, int size) {
        return Math.max(LEAST, traffic.nested().map(each -> each.least(size)).orElse(LEAST));
    }

    /** All are replayed with the contention of one, so that what each would hold alone has to be told by the same. */
    private static BusyBlocks busiest(RecordedTraffic traffic) {
        KeptMinute first = neediest(traffic);
        return new BusyBlocks(traffic.neediest().stream()
                .filter(each ->
                        each.minute().inUse() >= AS_BUSY * first.minute().inUse())
                .map(each -> first.contention().worksOf(each.ran()))
                .toList());
    }

    private static List<Need> needs(RecordedTraffic traffic, BusyBlocks blocks, WaitGoal goal, double asked) {
        KeptMinute first = neediest(traffic);
        Contention contention = first.contention();
        var all = new TreeSet<>(TIMES);
        all.add(asked);
        var needs = new ArrayList<Need>();
        for (double times : all) {
            if (blocks.utilization(contention, times) > UTILIZED) {
                needs.add(Need.limited(times));
                continue;
            }
            int draws = (int) Math.max(
                    FEWEST_DRAWS,
                    Math.min(MOST_DRAWS, DRAWN / (times * first.borrows().size())));
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
            // More traffic needs no fewer, whatever was drawn.
            int before = needs.stream().mapToInt(Need::connections).max().orElse(0);
            int middle = Math.max(before, times == 1 ? first.minute().needed() : sizes.get(draws / 2));
            needs.add(new Need(times, middle, Math.min(low, middle), Math.max(high, middle), false));
        }
        return needs;
    }

    private static Need at(List<Need> needs, double times) {
        return needs.stream().filter(each -> each.times() == times).findFirst().orElseThrow();
    }

    private static WaitCurve curve(
            RecordedTraffic traffic, BusyBlocks blocks, WaitGoal goal, Need need, List<Integer> besides) {
        KeptMinute first = neediest(traffic);
        BorrowSequence works = need.times() == 1
                ? first.contention().worksOf(first.ran())
                : blocks.drawLong(need.times(), new SplittableRandom(Double.hashCode(need.times())));
        return WaitCurve.of(need.times(), works, first.contention(), goal, besides);
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
        return curve(1).flatMap(each -> each.at(connections));
    }

    /** Returns the waits of the neediest minute by pool size, rising; empty where no connection was handed out. */
    public List<ReplayedWaits> curve() {
        return curve(1).map(WaitCurve::waits).orElse(List.of());
    }

    /** Returns the waits at a multiple; empty where it is not known, or no size serves it. */
    public Optional<WaitCurve> curve(double multiple) {
        return curves.stream().filter(each -> each.times() == multiple).findFirst();
    }

    /** Returns whether fewer would be enough for the traffic, were there no requests that can wait for each other for good. */
    public boolean keptForNested() {
        return traffic.nested().isPresent() && !need().limited() && Math.max(LEAST, need().high()) < least();
    }
}
