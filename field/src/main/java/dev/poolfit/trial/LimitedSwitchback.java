package dev.poolfit.trial;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Periods;
import dev.poolfit.evidence.Sample;
import dev.poolfit.experiment.CountKnob;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Switching;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.service.BorrowCounts;
import dev.poolfit.service.BorrowLimiter;
import dev.poolfit.service.RunningService;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Measures settings that differ in pool and threads side by side in one load without resizing: the service has the largest pool and
 * the most threads of them, and the limiter within it keeps back what a setting has fewer, in slices of a tenth of a second or so
 * ({@link Slices}). The service counts; what the load generator tells belongs to all settings together.
 */
final class LimitedSwitchback {
    private static final long SECOND = 1_000_000_000L;
    /** The time between two readings: the limiter takes itself out after a silence of 1 s. */
    private static final long READING = SECOND / 5;
    /** The time for which holds are counted before the first slice, to know how long they are. */
    private static final int AHEAD = 3;
    /** The most readings until the pool has its size. */
    private static final int PATIENCE = 60;
    /** Longer than any load, in slots. */
    private static final int LONG = 24 * 3600 * BorrowLimiter.SLOTS;
    /** The shortest slice, in slots: 0.1 s. */
    private static final int SHORTEST = 20;
    /** A slice lasts so many times as long as a switch takes to show. */
    private static final int SETTLED = 3;
    /** The slots that a switch takes beside a hold. */
    private static final int LEAST = 3;

    private final RunningService service;
    private final SharedLoad shared;
    private final Load load;
    private final UnaryOperator<Settings> complete;
    private final BiFunction<PlannedTrial, Settings, Settings> reported;
    private final Time time;

    /**
     * @param complete adds to planned settings what else is to be applied
     * @param reported returns of planned and effective settings those that a trial reports
     */
    LimitedSwitchback(
            RunningService service,
            SharedLoad shared,
            Load load,
            UnaryOperator<Settings> complete,
            BiFunction<PlannedTrial, Settings, Settings> reported,
            Time time) {
        this.service = service;
        this.shared = shared;
        this.load = load;
        this.complete = complete;
        this.reported = reported;
        this.time = time;
    }

    /**
     * Returns one trial for each setting of the plan, in its order.
     *
     * @throws EnvironmentFailure if the limiter, the service, the database or the load fails
     */
    List<Measured> run(TrialPlan plan, int number) throws InterruptedException {
        Switching switching = plan.switching().orElseThrow();
        var arms = new ArrayList<>(
                plan.trials().stream().map(PlannedTrial::settings).toList());
        Instant started = time.instant();
        service.apply(complete.apply(largest(arms)));
        Settings effective = service.effective();
        if (switching.checked()) {
            arms.add(arms.get(0));
        }
        LoadSession session =
                shared.with((int) Math.ceil(switching.seconds() * arms.size() * switching.blocks()) + AHEAD);
        Slices slices;
        int from;
        int blocks;
        try (BorrowLimiter limiter = service.limitBorrows()) {
            List<Integer> threads = limits(arms, Knob.THREADS);
            if (!threads.isEmpty()) {
                // All workers are known before the first slice, and how long they run a request.
                limiter.schedule(List.of(Integer.MAX_VALUE), List.of(Collections.max(threads)), LONG);
            }
            slices = slices(switching, arms.size(), effective, limiter, session);
            List<Settings> order = slices.order().stream().map(arms::get).toList();
            limiter.schedule(limits(order, Knob.POOL), limits(order, Knob.THREADS), slices.slots());
            from = session.age();
            blocks = follow(slices, limiter, session);
        }
        session.awaitSeconds(session.seconds() + 1);
        if (blocks == 0) {
            throw new EnvironmentFailure(
                    "the load does not last for " + Math.round(slices.blockSeconds()) + " s, in which each of "
                            + arms.size() + " settings has its turn",
                    "let the script run for longer, or give load.users, so that Poolfit ends the load");
        }
        boolean changed = !effective.contradictedBy(service.effective()).isEmpty();
        var window = new Seconds(
                session.recording.client(from, session.age()), session.recording.samples(from, session.age()));
        return measured(plan, number, started, slices, blocks, window, effective, changed);
    }

    /** Returns the settings with the largest pool and the most threads of them. */
    private static Settings largest(List<Settings> arms) {
        Settings largest = arms.get(0);
        for (CountKnob knob : List.of(Knob.POOL, Knob.THREADS)) {
            if (largest.has(knob)) {
                largest = largest.with(
                        knob,
                        arms.stream().mapToInt(each -> each.count(knob)).max().orElseThrow());
            }
        }
        return largest;
    }

    /** Returns the limit of each period; none where it never changes. A pool always has one. */
    private static List<Integer> limits(List<Settings> order, CountKnob knob) {
        if (knob == Knob.THREADS
                && order.stream().map(each -> each.threads()).distinct().count() == 1) {
            return List.of();
        }
        return order.stream()
                .map(each -> each.has(knob) ? each.count(knob) : Integer.MAX_VALUE)
                .toList();
    }

    /** What load generator and probes told of the whole comparison. */
    private record Seconds(List<ClientSecond> client, List<Sample> samples) {}

    /** Waits until the pool has its size, and chooses the length of a slice by how long connections are held, and requests worked on. */
    private Slices slices(Switching switching, int arms, Settings effective, BorrowLimiter limiter, LoadSession session)
            throws InterruptedException {
        double held = 0;
        double worked = 0;
        double ended = 0;
        for (int reading = 0; reading < PATIENCE; reading++) {
            session.awaitElapsed(session.elapsed() + READING);
            BorrowCounts counts = limiter.take();
            for (BorrowCounts.Slot slot : counts.slots()) {
                held += slot.heldMs();
                worked += slot.busyMs() - slot.waitedMs();
                ended += slot.returned();
            }
            if (reading >= AHEAD && counts.total() >= effective.pool().orElseThrow()) {
                break;
            }
        }
        int hold = ended > 0 ? (int) Math.ceil(Math.max(held, worked) / ended * BorrowLimiter.SLOTS / 1000) : 0;
        int whole = (int) (switching.seconds() * BorrowLimiter.SLOTS);
        int slots = Math.min(whole, Math.max(SHORTEST, SETTLED * (LEAST + hold)));
        return new Slices(switching.blocks(), arms, Math.max(1, whole / slots), slots, switching.seed());
    }

    /** Reads until the schedule, or the load, has ended; returns the blocks that were completed. */
    private int follow(Slices slices, BorrowLimiter limiter, LoadSession session) throws InterruptedException {
        long left;
        long now;
        boolean loaded;
        do {
            loaded = session.awaitElapsed(session.elapsed() + READING);
            BorrowCounts counts = limiter.take();
            slices.add(counts);
            left = counts.periodsLeft();
            now = counts.now();
        } while (loaded && left > 0);
        int blocks = slices.blocks(now);
        // What is still held tells its share once it is given back.
        for (int reading = 0; loaded && reading < AHEAD; reading++) {
            loaded = session.awaitElapsed(session.elapsed() + READING);
            slices.add(limiter.take());
        }
        return blocks;
    }

    private List<Measured> measured(
            TrialPlan plan,
            int number,
            Instant started,
            Slices slices,
            int blocks,
            Seconds window,
            Settings effective,
            boolean changed) {
        int arms = slices.arms();
        List<List<int[]>> profiles = IntStream.range(0, arms)
                .mapToObj(arm -> slices.profile(arm, blocks))
                .toList();
        var settling = new Settling(profiles, slices.slots(), 0);
        int discarded = settling.discarded();
        List<List<Slices.Cell>> cells = IntStream.range(0, arms)
                .mapToObj(arm -> IntStream.range(0, blocks)
                        .mapToObj(block -> slices.cell(arm, block, discarded))
                        .toList())
                .toList();
        double requests = requestsPerHold(slices, blocks, window);
        List<List<Double>> rates = cells.stream()
                .map(own -> own.stream().map(cell -> cell.rate() * requests).toList())
                .toList();
        boolean checked = arms > plan.trials().size();
        EnumSet<Flag> common = EnumSet.noneOf(Flag.class);
        if (checked && Switchback.equalArmsDiffer(rates.get(0), rates.get(arms - 1))) {
            common.add(Flag.EQUAL_ARMS_DIFFER);
        }
        if (changed) {
            common.add(Flag.CHANGED_FROM_OUTSIDE);
        }
        double mean = rates.stream()
                .flatMap(List::stream)
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(0);
        var measured = new ArrayList<Measured>();
        for (int arm = 0; arm < plan.trials().size(); arm++) {
            boolean twice = checked && arm == 0;
            List<Double> own = twice ? Switchback.means(rates.get(0), rates.get(arms - 1)) : rates.get(arm);
            var flags = EnumSet.copyOf(common);
            if (!settling.settled(arm) || twice && !settling.settled(arms - 1)) {
                flags.add(Flag.CARRIED_OVER);
            }
            PlannedTrial planned = plan.trials().get(arm);
            List<Slices.Cell> all = cells.get(arm);
            double rate =
                    own.stream().mapToDouble(Double::doubleValue).average().orElse(0);
            Settings settings = effective.with(planned.settings().restrictedTo(Set.of(Knob.POOL, Knob.THREADS)));
            List<Sample> read = window.samples().stream()
                    .map(sample -> ArmSamples.of(sample, settings, all, rate, mean > 0 ? rate / mean : 1))
                    .toList();
            int place = arm;
            List<ClientSecond> seen = IntStream.range(0, window.client().size())
                    .filter(second -> second % plan.trials().size() == place)
                    .mapToObj(window.client()::get)
                    .toList();
            var summary = new Summary(load, reported.apply(planned, settings), seen, read);
            double held = blocks * slices.blockSeconds() / arms;
            measured.add(new Measured(
                    summary.switched(
                            planned,
                            number + arm,
                            started,
                            new Periods(
                                    number,
                                    own,
                                    all.stream().map(Slices.Cell::trend).toList()),
                            held,
                            held * discarded / slices.slots(),
                            flags),
                    Recording.renumbered(window.samples())));
        }
        return measured;
    }

    /** Returns the good responses for each connection that was handed out, over the whole comparison. */
    private static double requestsPerHold(Slices slices, int blocks, Seconds window) {
        double good = window.client().stream().mapToLong(ClientSecond::good).sum();
        double borrowed = slices.borrowedASecond(blocks) * window.client().size();
        return borrowed > 0 ? good / borrowed : 1;
    }
}
