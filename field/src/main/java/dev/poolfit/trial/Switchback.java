package dev.poolfit.trial;

import dev.poolfit.evidence.BlockComparison;
import dev.poolfit.evidence.BlockComparison.Block;
import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.OtherPrograms;
import dev.poolfit.evidence.Periods;
import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Switching;
import dev.poolfit.plan.TrialPlan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Measures settings side by side in one load: every period another setting holds, in blocks in which each has its turn.
 * The periods begin at whole seconds of the load; a load that ends by itself is started again for the blocks that are
 * left.
 */
final class Switchback {
    private static final long SECOND = 1_000_000_000L;
    /** The most restarts of a load; one that does not last for one block is given up. */
    private static final int MOST_RESTARTS = 20;
    /** The share of the blocks that may be left out. */
    private static final double MOST_LEFT_OUT = 0.25;

    private final OneLoad under;

    Switchback(OneLoad under) {
        this.under = under;
    }

    /** Returns one trial for each setting of the plan, in its order. */
    List<Measured> run(TrialPlan plan, int number) throws InterruptedException {
        Switching switching = plan.switching().orElseThrow();
        var arms = new ArrayList<Contender>();
        for (PlannedTrial each : plan.trials()) {
            arms.add(new Contender(each, arms.size()));
        }
        if (switching.checked()) {
            arms.add(new Contender(plan.trials().get(0), 0));
        }
        Instant started = under.time().instant();
        List<List<Integer>> orders = switching.orders(arms.size());
        int period = (int) Math.ceil(switching.seconds());
        int done = 0;
        for (int loads = 0; done < orders.size() && loads <= MOST_RESTARTS; loads++) {
            LoadSession session = under.shared().with(period * arms.size() + 1);
            done += blocks(session, arms, orders.subList(done, orders.size()), period);
        }
        if (done == 0) {
            throw new EnvironmentFailure(
                    "the load does not last for " + period * arms.size() + " s, in which each of " + arms.size()
                            + " settings holds for " + period + " s",
                    "let the script run for longer, or give load.users, so that Poolfit ends the load");
        }
        leaveOutOthers(arms);
        double hold = arms.stream().mapToDouble(Contender::holdSeconds).max().orElse(0);
        var settling = new Settling(arms.stream().map(Contender::tenths).toList(), ClientSecond.TENTHS * period, (int)
                Math.round(hold * ClientSecond.TENTHS));
        var measured = new ArrayList<Measured>();
        if (switching.checked() && equalArmsDiffer(settling.rates(0), settling.rates(arms.size() - 1))) {
            arms.forEach(arm -> arm.flags.add(Flag.EQUAL_ARMS_DIFFER));
        }
        for (int i = 0; i < arms.size(); i++) {
            if (!settling.settled(i)) {
                arms.get(arms.get(i).place).flags.add(Flag.CARRIED_OVER);
            }
        }
        for (Contender arm : arms.subList(0, plan.trials().size())) {
            List<Double> rates = settling.rates(arm.place);
            var periods = new Periods(
                    number,
                    arm.place == 0 && switching.checked() ? means(rates, settling.rates(arms.size() - 1)) : rates,
                    settling.trends(arm.place));
            measured.add(arm.measured(settling, periods, number, started));
        }
        return measured;
    }

    /** Returns whether two places of one setting differ by more than chance and than is harmless. */
    static boolean equalArmsDiffer(List<Double> one, List<Double> other) {
        List<Block<Integer>> blocks = IntStream.range(0, one.size())
                .filter(block -> one.get(block) > 0 && other.get(block) > 0)
                .mapToObj(block -> new Block<>(1, Map.of(1, one.get(block), 2, other.get(block))))
                .toList();
        if (blocks.size() < BlockComparison.LEAST_BLOCKS) {
            return false;
        }
        Interval ratio = new BlockComparison<>(blocks).once(1, Set.of(2), SliceChecks.BY_CHANCE / 2);
        return (ratio.low() > 1 || ratio.high() < 1) && Math.abs(Math.log(ratio.mean())) > SliceChecks.HARMLESS;
    }

    /** Returns the mean rate of two places by block; that of one place where nothing was counted in the other. */
    static List<Double> means(List<Double> one, List<Double> other) {
        return IntStream.range(0, one.size())
                .mapToObj(block -> DoubleStream.of(one.get(block), other.get(block))
                        .filter(rate -> rate > 0)
                        .average()
                        .orElse(0))
                .toList();
    }

    /** Leaves out blocks that other programs spoilt, unless they are many: then they are part of the machine. */
    private static void leaveOutOthers(List<Contender> arms) {
        int blocks = arms.get(0).blocks();
        List<Integer> spoilt = IntStream.range(0, blocks)
                .filter(block -> arms.stream().anyMatch(arm -> arm.spoilt(block)))
                .boxed()
                .toList();
        if (spoilt.size() <= MOST_LEFT_OUT * blocks) {
            arms.forEach(arm -> arm.leaveOut(spoilt));
        }
    }

    /** @return the number of blocks that were completed before the load ended */
    private int blocks(LoadSession session, List<Contender> arms, List<List<Integer>> orders, int period)
            throws InterruptedException {
        long begin = session.elapsed() / SECOND + 1;
        if (!session.awaitElapsed(begin * SECOND)) {
            return 0;
        }
        int done = 0;
        var held = new ArrayList<Held>();
        for (List<Integer> order : orders) {
            if (under.shared().left(session) < period * order.size()) {
                break;
            }
            var block = new ArrayList<Held>();
            for (int each : order) {
                Contender arm = arms.get(each);
                arm.apply();
                block.add(new Held(arm, (int) begin));
                begin += period;
                if (!session.awaitElapsed(begin * SECOND)) {
                    block.clear();
                    break;
                }
                arm.check();
            }
            if (block.isEmpty()) {
                break;
            }
            held.addAll(block);
            done++;
        }
        int reportedTo =
                held.stream().mapToInt(each -> each.from() + period).max().orElse(0);
        while (session.age() < reportedTo && session.awaitSecond()) {
            // The condition does the waiting.
        }
        held.forEach(each -> each.arm().add(session, each.from(), period));
        return done;
    }

    /** A period that an arm held, from a second of the load on. */
    private record Held(Contender arm, int from) {}

    /** One setting with all that was seen while it held. */
    private final class Contender {
        private final PlannedTrial planned;
        private final int place;
        private final List<int[]> tenths = new ArrayList<>();
        private final List<List<ClientSecond>> client = new ArrayList<>();
        private final List<List<Sample>> samples = new ArrayList<>();
        private final Set<Flag> flags = EnumSet.noneOf(Flag.class);
        private Optional<Settings> effective = Optional.empty();

        Contender(PlannedTrial planned, int place) {
            this.planned = planned;
            this.place = place;
        }

        void apply() {
            under.service().apply(under.complete().apply(planned.settings()));
            effective = Optional.of(under.service().effective());
        }

        void check() {
            if (effective
                    .filter(own ->
                            !own.contradictedBy(under.service().effective()).isEmpty())
                    .isPresent()) {
                flags.add(Flag.CHANGED_FROM_OUTSIDE);
            }
        }

        void add(LoadSession session, int from, int period) {
            int to = Math.min(from + period, session.age());
            if (to < from + period) {
                return;
            }
            session.recording
                    .tenths(from * ClientSecond.TENTHS, to * ClientSecond.TENTHS)
                    .ifPresent(tenths::add);
            client.add(session.recording.client(from, to));
            samples.add(session.recording.samples(from, to));
        }

        int blocks() {
            return samples.size();
        }

        boolean spoilt(int block) {
            return OtherPrograms.spoil(samples.get(block));
        }

        void leaveOut(List<Integer> blocks) {
            for (int i = blocks.size() - 1; i >= 0; i--) {
                int block = blocks.get(i);
                tenths.remove(block);
                client.remove(block);
                samples.remove(block);
            }
        }

        /** Returns the seconds for which a connection is held; 0 where that cannot be told. */
        double holdSeconds() {
            return Little.holdSeconds(
                    client.stream().flatMap(List::stream).toList(),
                    samples.stream().flatMap(List::stream).toList());
        }

        List<int[]> tenths() {
            return tenths;
        }

        Measured measured(Settling settling, Periods periods, int number, Instant started) {
            int discarded = settling.discarded();
            int whole = Math.min(
                    (discarded + ClientSecond.TENTHS - 1) / ClientSecond.TENTHS,
                    client.get(0).size() - 1);
            List<ClientSecond> seconds = client.stream()
                    .flatMap(each -> each.subList(whole, each.size()).stream())
                    .toList();
            List<Sample> read = samples.stream()
                    .flatMap(each -> each.subList(whole, each.size()).stream())
                    .toList();
            var summary =
                    new Summary(under.load(), under.reported().apply(planned, effective.orElseThrow()), seconds, read);
            return new Measured(
                    summary.switched(
                            planned,
                            number + place,
                            started,
                            Statistics.rate(periods.rates().stream()
                                    .mapToDouble(Double::doubleValue)
                                    .toArray()),
                            periods,
                            (double) samples.get(0).size() * periods.rates().size(),
                            discarded / (double) ClientSecond.TENTHS * client.size(),
                            flags),
                    Recording.renumbered(samples.stream().flatMap(List::stream).toList()));
        }
    }
}
