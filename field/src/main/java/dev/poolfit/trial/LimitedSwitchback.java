package dev.poolfit.trial;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Sample;
import dev.poolfit.experiment.CountKnob;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.limiter.BorrowCounts;
import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Switching;
import dev.poolfit.plan.TrialPlan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Measures settings that differ in pool and threads side by side in one load without resizing: the service has the largest pool and
 * the most threads of them, and the limiter within it keeps back what a setting has fewer, in slices of a tenth of a second or so
 * ({@link SliceCounts}). The service counts; what the load generator tells belongs to all settings together.
 */
final class LimitedSwitchback {
    private static final long SECOND = 1_000_000_000L;
    /** The time between two readings: the limiter takes itself out after a silence of 1 s. */
    private static final long READING = SECOND / 5;

    private static final long REHEARSAL = 5 * SECOND;
    /** Readings before the first slice, and the most after the last. */
    private static final int AHEAD = 3;
    /** The most times that load or limiter are begun anew. */
    private static final int MOST_RESTARTS = 20;
    /** The most readings until the pool has its size. */
    private static final int PATIENCE = 60;
    /** Longer than any load, in slots. */
    private static final int LONG = 24 * 3600 * BorrowLimiter.SLOTS;

    private final OneLoad under;

    LimitedSwitchback(OneLoad under) {
        this.under = under;
    }

    /**
     * Returns one trial for each setting of the plan, in its order, while the service has the {@link #largest}; nothing where it takes no
     * limiter, or keeps none for the time of a block.
     *
     * @throws EnvironmentFailure if the service, the database or the load fails
     */
    Optional<List<Measured>> run(TrialPlan plan, int number) throws InterruptedException {
        Switching switching = plan.switching().orElseThrow();
        var arms = new ArrayList<>(
                plan.trials().stream().map(PlannedTrial::settings).toList());
        Instant started = under.time().instant();
        Settings effective = under.service().effective();
        if (switching.checked()) {
            arms.add(arms.get(0));
        }
        SliceCounts slices = null;
        var client = new ArrayList<ClientSecond>();
        var samples = new ArrayList<Sample>();
        for (int begun = 0; begun <= MOST_RESTARTS && (slices == null || !slices.complete()); begun++) {
            LoadSession session = under.shared()
                    .with((int) Math.ceil(switching.seconds() * arms.size() * switching.blocks()) + AHEAD);
            Optional<BorrowLimiter> taken = limiter();
            if (taken.isEmpty()) {
                // The blocks that have ended count.
                break;
            }
            int from;
            int to;
            try (BorrowLimiter limiter = taken.get()) {
                allThreads(limiter, arms, effective);
                Optional<SliceCounts> begin = slices(switching, arms.size(), effective, limiter, session);
                slices = slices == null ? begin.orElse(null) : slices;
                if (slices == null || begin.isEmpty()) {
                    continue;
                }
                List<Settings> order = slices.schedule().stream().map(arms::get).toList();
                limiter.schedule(
                        limits(order, Knob.POOL, effective), limits(order, Knob.THREADS, effective), slices.slots());
                from = session.age();
                double before = slices.seconds();
                follow(slices, limiter, session);
                to = from + (int) (slices.seconds() - before);
            }
            // Before the first slice and after the last the service has all connections: only whole seconds between
            // count.
            int first = to > from + 1 ? from + 1 : from;
            int end = to > from + 1 ? Math.min(to, session.age()) : session.age();
            client.addAll(session.recording.client(first, end));
            samples.addAll(session.recording.samples(first, end));
        }
        if (slices == null || slices.ended() == 0) {
            return Optional.empty();
        }
        boolean changed = !effective.contradictedBy(under.service().effective()).isEmpty();
        var trials = new LimitedTrials(under.load(), under.reported(), plan, number, started, slices, client, samples);
        return Optional.of(trials.measured(effective, changed));
    }

    /**
     * Has the limiter in the service for a few seconds in which it limits nothing: what is compiled meanwhile knows it, and is not thrown
     * away by the first comparison.
     */
    void rehearse() throws InterruptedException {
        Optional<BorrowLimiter> taken = limiter();
        if (taken.isPresent()) {
            try (BorrowLimiter limiter = taken.get()) {
                LoadSession session = under.shared().with(0, Integer.MAX_VALUE);
                long end = session.elapsed() + REHEARSAL;
                while (session.elapsed() < end
                        && session.awaitElapsed(session.elapsed() + READING)
                        && limiter.take().isPresent()) {
                    // The condition does the waiting.
                }
            }
        }
    }

    /** What the service refuses now it may have taken before: settings are resized then. */
    private Optional<BorrowLimiter> limiter() {
        try {
            return Optional.of(under.service().limitBorrows(BorrowLimiter.SILENCE));
        } catch (EnvironmentFailure refused) {
            return Optional.empty();
        }
    }

    /** All workers are known before the first slice, and how long they run a request. */
    private static void allThreads(BorrowLimiter limiter, List<Settings> arms, Settings effective) {
        List<Integer> threads = limits(arms, Knob.THREADS, effective);
        if (!threads.isEmpty()) {
            limiter.schedule(List.of(Integer.MAX_VALUE), List.of(Collections.max(threads)), LONG);
        }
    }

    /** Returns the settings that the service has while a plan runs: no less than they are now, so that nothing is closed in between. */
    static Settings largest(TrialPlan plan, Settings now) {
        Settings largest = plan.trials().get(0).settings();
        for (CountKnob knob : List.of(Knob.POOL, Knob.THREADS)) {
            if (largest.has(knob)) {
                largest = largest.with(
                        knob,
                        Stream.concat(plan.trials().stream().map(PlannedTrial::settings), Stream.of(now))
                                .filter(each -> each.has(knob))
                                .mapToInt(each -> each.count(knob))
                                .max()
                                .orElseThrow());
            }
        }
        return largest;
    }

    /** Returns the limit of each period; none where all have as many threads as there are. A pool always has one. */
    private static List<Integer> limits(List<Settings> order, CountKnob knob, Settings effective) {
        if (knob == Knob.THREADS
                && order.stream()
                        .allMatch(each -> !each.has(knob) || each.threads().equals(effective.threads()))) {
            return List.of();
        }
        return order.stream()
                .map(each -> each.has(knob) ? each.count(knob) : Integer.MAX_VALUE)
                .toList();
    }

    /**
     * Waits until the pool has its size; empty where the limiter does not last so long.
     */
    private Optional<SliceCounts> slices(
            Switching switching, int arms, Settings effective, BorrowLimiter limiter, LoadSession session)
            throws InterruptedException {
        for (int reading = 0; reading < PATIENCE; reading++) {
            session.awaitElapsed(session.elapsed() + READING);
            Optional<BorrowCounts> counts = limiter.take();
            if (counts.isEmpty()) {
                return Optional.empty();
            }
            if (reading >= AHEAD && counts.get().total() >= effective.pool().orElseThrow()) {
                break;
            }
        }
        int whole = slots(switching.period());
        int slots = slots(switching.slice());
        return Optional.of(new SliceCounts(
                switching.blocks(),
                arms,
                Math.max(1, (int) Math.round((double) whole / slots)),
                slots,
                slots(switching.slices().orElseThrow().settling()),
                switching.seed(),
                switching.checked()));
    }

    private static int slots(Duration time) {
        return (int) Math.ceil(time.toNanos() * BorrowLimiter.SLOTS / 1e9);
    }

    /** Reads until the schedule, the load or the limiter has ended, and about a slice longer for what was still held then. */
    private static void follow(SliceCounts slices, BorrowLimiter limiter, LoadSession session)
            throws InterruptedException {
        long longer = Math.min(AHEAD, 1 + slices.slots() * SECOND / BorrowLimiter.SLOTS / READING);
        for (int after = 0; after <= longer && session.awaitElapsed(session.elapsed() + READING); ) {
            Optional<BorrowCounts> counts = limiter.take();
            if (counts.isEmpty()) {
                return;
            }
            slices.add(counts.get());
            after += counts.get().periodsLeft() == 0 ? 1 : 0;
        }
    }
}
