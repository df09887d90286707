package dev.poolfit.trial.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.live.GuardBreak;
import dev.poolfit.evidence.live.LiveRound;
import dev.poolfit.experiment.LiveGuard;
import dev.poolfit.limiter.BorrowCounts;
import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.trial.Time;
import dev.poolfit.trial.VirtualTime;
import dev.poolfit.wire.CountColumn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What the service counts in each turn comes to its side, and a guard that breaks ends a round. */
class LiveTurnsTest {
    private static final double HOLD = 5;

    private final Time time = new VirtualTime();
    private final Service service = new Service();
    private final LiveTurns turns = new LiveTurns(time, LiveGuard.USUAL, Duration.ofMillis(1), 1);

    /** Two borrows in each slot, which wait for 1 ms each while there is a limit. */
    private final class Service implements BorrowLimiter {
        private final long begin = time.nanos();
        private List<Integer> limits = List.of();
        private int length = 1;
        private long first;
        private long told;
        private int switched;
        private long breaksAt = Long.MAX_VALUE;
        private long goneAt = Long.MAX_VALUE;
        private double always;
        private Duration cost = Duration.ZERO;

        private long slot() {
            return (time.nanos() - begin) * SLOTS / 1_000_000_000L;
        }

        @Override
        public void schedule(List<Integer> byPeriod, List<Integer> threads, int slots) {
            limits = new ArrayList<>(byPeriod);
            length = slots;
            first = slot() + 2;
            switched = 0;
        }

        @Override
        public void guard(LiveGuard guard, Duration late, Duration most) {
            cost = most;
        }

        private boolean limited(long slot) {
            long period = Math.floorDiv(slot - first, length);
            return slot >= first && period < limits.size() && limits.get((int) period) != Integer.MAX_VALUE;
        }

        @Override
        public Optional<BorrowCounts> take() {
            long now = slot();
            if (now >= goneAt) {
                return Optional.empty();
            }
            var slots = new ArrayList<BorrowCounts.Slot>();
            for (; told < now; told++) {
                double waited = limited(told) ? 2 : 2 * always;
                slots.add(new BorrowCounts.Slot(
                        told,
                        2,
                        2,
                        2,
                        waited,
                        2 * HOLD,
                        0,
                        0,
                        2,
                        (long) waited,
                        Collections.nCopies(CountColumn.ROUTES, 0.0)));
            }
            var switches = new ArrayList<BorrowCounts.Switch>();
            for (; switched < limits.size() && first + (long) switched * length <= now; switched++) {
                switches.add(
                        new BorrowCounts.Switch(switched, first + (long) switched * length, limits.get(switched), 0));
            }
            var breaks = new ArrayList<GuardBreak>();
            if (now >= breaksAt) {
                breaks.add(new GuardBreak(4, GuardBreak.Guard.WAIT, 5e7, 0.1));
                breaksAt = Long.MAX_VALUE;
            }
            return Optional.of(new BorrowCounts(now, slots, switches, 0, 10, -1, breaks, -1, -1));
        }

        @Override
        public void close() {}
    }

    @Test
    void waits_of_the_smaller_size_come_to_its_side_alone() throws InterruptedException {
        LiveRound round = turns.round(service, 4, 10, HOLD, false, 0).orElseThrow();
        assertThat(round.blocks()).hasSize(13).allSatisfy(block -> {
            assertThat(block.tried().waitedMs())
                    .isEqualTo(block.tried().asked())
                    .isPositive();
            assertThat(block.tried().late()).isEqualTo(block.tried().asked());
            assertThat(block.reference().waitedMs()).isZero();
            assertThat(block.reference().asked()).isEqualTo(2 * block.tried().asked());
            assertThat(block.today().seconds()).isEqualTo(block.tried().seconds());
        });
        assertThat(round.broken()).isEmpty();
        // A third of all borrows wait for 1 ms, those at the beginning of a turn among them.
        assertThat(round.extraWaitMs()).isEqualTo(13 * 2 * 50 * 2);
    }

    @Test
    void longer_turns_are_four_times_as_long() throws InterruptedException {
        assertThat(turns.round(service, 4, 10, HOLD, false, 0).orElseThrow().turnMs())
                .isEqualTo(250);
        assertThat(turns.round(service, 4, 10, HOLD, true, 0).orElseThrow().turnMs())
                .isEqualTo(1_000);
    }

    @Test
    void long_holds_take_longer_turns() {
        TurnPlan plan = TurnPlan.of(200, false, new Random(1));
        assertThat(plan.turnMs()).isEqualTo(1_600);
        assertThat(plan.settling()).isEqualTo(80);
    }

    @Test
    void a_guard_that_breaks_ends_the_round_and_nothing_of_it_counts() throws InterruptedException {
        service.breaksAt = 500;
        LiveRound round = turns.round(service, 4, 10, HOLD, false, 0).orElseThrow();
        assertThat(round.broken()).isPresent();
        assertThat(round.blocks()).isEmpty();
        assertThat(round.seconds()).isLessThan(5);
        assertThat(round.extraWaitMs()).isPositive();
        assertThat(service.limits).isEmpty();
    }

    @Test
    void what_borrows_wait_at_todays_size_is_no_cost_of_a_round_that_a_guard_ended() throws InterruptedException {
        service.breaksAt = 500;
        service.always = 1;
        LiveRound round = turns.round(service, 4, 10, HOLD, false, 0).orElseThrow();
        assertThat(round.broken()).isPresent();
        assertThat(round.extraWaitMs()).isZero();
    }

    @Test
    void the_service_guards_what_is_left_of_the_cost() throws InterruptedException {
        turns.round(service, 4, 10, HOLD, false, 4_000);
        assertThat(service.cost).isEqualTo(LiveGuard.USUAL.cost().minusSeconds(4));
    }

    @Test
    void a_limiter_that_took_itself_out_gives_no_round() throws InterruptedException {
        service.goneAt = 0;
        assertThat(turns.rehearse(service, 0)).isFalse();
        assertThat(turns.unfinished()).isEmpty();
        assertThat(turns.round(service, 4, 10, HOLD, false, 0)).isEmpty();
    }

    /** Two borrows in a slot wait for 1 ms each, in a third of the turns; at the worst, in four turns of a second. */
    @Test
    void a_round_that_nobody_saw_end_costs_what_was_seen_and_a_second_more() throws InterruptedException {
        service.goneAt = 1_000;
        assertThat(turns.round(service, 4, 10, HOLD, false, 0)).isEmpty();
        LiveRound lost = turns.unfinished().orElseThrow();

        assertThat(lost.blocks()).isEmpty();
        assertThat(lost.seconds()).isBetween(4.5, 5.0);
        double seen = 2 * 1_000 / 3.0;
        assertThat(lost.extraWaitMs()).isBetween(seen - 100 + 2 * 50, seen + 100 + 2 * 200);
        assertThat(turns.unfinished()).isEmpty();
    }

    @Test
    void a_guard_that_broke_in_a_round_that_nobody_saw_end_has_broken() throws InterruptedException {
        service.breaksAt = 500;
        service.goneAt = 550;
        assertThat(turns.round(service, 4, 10, HOLD, false, 0)).isEmpty();
        assertThat(turns.unfinished().orElseThrow().broken()).isPresent();
    }

    @Test
    void a_round_that_ended_leaves_nothing() throws InterruptedException {
        assertThat(turns.round(service, 4, 10, HOLD, false, 0)).isPresent();
        assertThat(turns.unfinished()).isEmpty();
    }

    @Test
    void the_same_seed_gives_the_same_turns() {
        assertThat(TurnPlan.of(HOLD, false, new Random(7))).isEqualTo(TurnPlan.of(HOLD, false, new Random(7)));
    }

    @Test
    void each_half_of_a_block_has_each_side_once() {
        TurnPlan plan = TurnPlan.of(HOLD, false, new Random(3));
        for (int at = 0; at < plan.sides().size(); at += 3) {
            assertThat(plan.sides().subList(at, at + 3)).containsExactlyInAnyOrder(TurnPlan.Side.values());
        }
    }
}
