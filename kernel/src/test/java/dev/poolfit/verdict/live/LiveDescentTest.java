package dev.poolfit.verdict.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.live.GuardBreak;
import dev.poolfit.evidence.live.LiveBlock;
import dev.poolfit.evidence.live.LiveRound;
import dev.poolfit.evidence.live.TurnSums;
import dev.poolfit.model.replay.ReplayedWaits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Sizes are tried from today's down, and only what was shown is claimed. */
class LiveDescentTest {
    private static final int TODAY = 20;
    private static final double HOLD = 10;
    private static final int BLOCKS_OF_ROUND = 13;
    private static final double TURN = 0.25;
    private static final int RUNS = 100;
    private static final int MOST_ROUNDS = 400;

    private static LiveQuestion question(int enough, IntToDoubleFunction p999) {
        return new LiveQuestion(
                TODAY,
                2,
                0.03,
                Duration.ofMillis(50),
                enough,
                IntStream.rangeClosed(1, TODAY)
                        .mapToObj(size -> new ReplayedWaits(size, 1000, 0, 0, 0, p999.applyAsDouble(size), 0, 0))
                        .toList(),
                1e9);
    }

    private static LiveQuestion question(int enough) {
        return question(enough, size -> 1);
    }

    /** A service whose borrows wait so many milliseconds in the mean, by size; load and holds drift from block to block. */
    private static LiveRound round(LiveTurn turn, IntToDoubleFunction waits, Random random, double perSecond) {
        var blocks = new ArrayList<LiveBlock>();
        double drift = 0;
        for (int i = 0; i < BLOCKS_OF_ROUND; i++) {
            drift = 0.8 * drift + 0.1 * random.nextGaussian();
            double rate = perSecond * Math.exp(drift);
            blocks.add(new LiveBlock(
                    sums(waits.applyAsDouble(turn.size()), rate, random),
                    sums(waits.applyAsDouble(TODAY), rate, random),
                    sums(waits.applyAsDouble(TODAY), rate, random)));
        }
        return new LiveRound(
                turn.size(),
                TODAY,
                turn.longer(),
                turn.longer() ? 1000 : 250,
                blocks,
                Optional.empty(),
                0,
                BLOCKS_OF_ROUND * 6 * TURN,
                perSecond * BLOCKS_OF_ROUND * 6 * TURN,
                0,
                Optional.empty());
    }

    private static TurnSums sums(double wait, double rate, Random random) {
        int asked = 0;
        for (double at = -Math.log(random.nextDouble()) / rate;
                at < 2 * TURN;
                at += -Math.log(random.nextDouble()) / rate) {
            asked++;
        }
        double waited = 0;
        double held = 0;
        int late = 0;
        for (int i = 0; i < asked; i++) {
            // One in twenty waits, so that those who do wait for twenty times the mean.
            boolean waits = random.nextInt(20) == 0;
            double own = waits ? -20 * wait * Math.log(random.nextDouble()) : 0;
            waited += own;
            late += own > 1 ? 1 : 0;
            held += -HOLD * Math.log(random.nextDouble());
        }
        return new TurnSums(2 * TURN, asked, waited, held, late, 0);
    }

    private static LiveDescent run(LiveQuestion question, IntToDoubleFunction waits, long seed) {
        var random = new Random(seed);
        var rounds = new ArrayList<LiveRound>();
        var descent = new LiveDescent(question, rounds);
        while (descent.next().isPresent() && rounds.size() < MOST_ROUNDS) {
            rounds.add(round(descent.next().get(), waits, random, 300));
            descent = new LiveDescent(question, rounds);
        }
        return descent;
    }

    @Test
    void it_ends_at_the_smallest_size_with_which_nobody_waits() {
        LiveDescent descent = run(question(6), size -> size < 5 ? 5 : 0, 1);
        assertThat(descent.enough()).isEqualTo(5);
        assertThat(descent.below()).isEqualTo(LiveDescent.Below.WORSE);
        assertThat(descent.decided()).isTrue();
    }

    @Test
    void sizes_come_down_in_steps_and_never_below_one_that_was_too_small() {
        LiveDescent descent = run(question(4), size -> size < 8 ? 5 : 0, 2);
        assertThat(descent.tried()).extracting(LiveStep::size).startsWith(10);
        assertThat(descent.enough()).isEqualTo(8);
        int lowest = TODAY;
        int tooSmall = 0;
        for (LiveStep step : descent.tried()) {
            assertThat(step.size()).isGreaterThan(tooSmall).isNotEqualTo(lowest);
            tooSmall = step.tooSmall() ? Math.max(tooSmall, step.size()) : tooSmall;
            lowest = Math.min(lowest, step.size());
        }
    }

    @Test
    void what_the_replay_expects_to_break_a_guard_is_not_tried() {
        LiveDescent descent = run(question(4, size -> size < 6 ? 80 : 1), size -> 0, 3);
        assertThat(descent.tried()).extracting(LiveStep::size).allMatch(size -> size >= 6);
        assertThat(descent.enough()).isEqualTo(6);
        assertThat(descent.below()).isEqualTo(LiveDescent.Below.UNSAFE);
    }

    @Test
    void a_size_that_broke_a_guard_is_out_and_a_larger_one_is_tried() {
        var rounds = new ArrayList<LiveRound>();
        var broken = new GuardBreak(10, GuardBreak.Guard.WAIT, 5e7, 0.1);
        rounds.add(
                new LiveRound(10, TODAY, false, 250, List.of(), Optional.of(broken), 0, 1, 300, 20, Optional.empty()));
        var descent = new LiveDescent(question(4), rounds);
        assertThat(descent.tooSmall()).isEqualTo(10);
        assertThat(descent.next()).contains(new LiveTurn(15, false));
    }

    @Test
    void a_guard_that_breaks_as_often_at_todays_size_is_held_against_nobody() {
        var broken = new GuardBreak(10, GuardBreak.Guard.PENDING, 30, 0.1);
        var rounds = List.of(
                new LiveRound(10, TODAY, false, 250, List.of(), Optional.of(broken), 0, 1, 300, 20, Optional.empty()),
                new LiveRound(10, TODAY, false, 250, List.of(), Optional.empty(), 2, 20, 6000, 20, Optional.empty()));
        assertThat(new LiveDescent(question(4), rounds).tooSmall()).isZero();
        assertThat(new LiveDescent(question(4), rounds.subList(0, 1)).tooSmall())
                .isEqualTo(10);
    }

    /** The rounds that broke a guard are not among the blocks: what is left are those in which nobody waited. */
    @Test
    void a_size_that_broke_a_guard_is_not_shown_to_be_enough_by_the_rounds_that_are_left() {
        var random = new Random(6);
        var rounds = new ArrayList<LiveRound>();
        for (int i = 0; i < 20; i++) {
            rounds.add(round(new LiveTurn(10, false), size -> 0, random, 300));
        }
        assertThat(new LiveDescent(question(4), rounds).enough()).isEqualTo(10);
        var pending = new GuardBreak(10, GuardBreak.Guard.PENDING, 30, 0.1);
        rounds.add(
                new LiveRound(10, TODAY, false, 250, List.of(), Optional.of(pending), 2, 1, 300, 20, Optional.empty()));

        var descent = new LiveDescent(question(4), rounds);
        assertThat(descent.tooSmall()).isZero();
        assertThat(descent.enough()).isEqualTo(TODAY);
        assertThat(descent.decided()).isFalse();
        assertThat(descent.next()).contains(new LiveTurn(15, false));
    }

    /** A burst of conflicts while the cores were busy broke the guard of errors at 9 of 10 connections. */
    @Test
    void guards_alone_do_not_show_that_the_present_size_is_needed() {
        var broken = new GuardBreak(TODAY - 1, GuardBreak.Guard.ERRORS, 0.02, 0);
        var descent = new LiveDescent(
                question(4),
                List.of(new LiveRound(
                        TODAY - 1,
                        TODAY,
                        false,
                        250,
                        List.of(),
                        Optional.of(broken),
                        0,
                        1,
                        300,
                        20,
                        Optional.empty())));
        assertThat(descent.enough()).isEqualTo(TODAY);
        assertThat(descent.below()).isEqualTo(LiveDescent.Below.BROKE_GUARD);
        assertThat(descent.next()).isEmpty();
        assertThat(descent.decided()).isFalse();
    }

    @Test
    void waits_in_vain_are_forgiven_to_nobody_and_others_only_twice() {
        var vain = new GuardBreak(10, GuardBreak.Guard.TIMEOUTS, 1, 0.1);
        var pending = new GuardBreak(10, GuardBreak.Guard.PENDING, 30, 0.1);
        assertThat(new LiveDescent(
                                question(4),
                                List.of(new LiveRound(
                                        10,
                                        TODAY,
                                        false,
                                        250,
                                        List.of(),
                                        Optional.of(vain),
                                        9,
                                        1,
                                        300,
                                        20,
                                        Optional.empty())))
                        .tooSmall())
                .isEqualTo(10);
        var often =
                new LiveRound(10, TODAY, false, 250, List.of(), Optional.of(pending), 9, 1, 300, 20, Optional.empty());
        assertThat(new LiveDescent(question(4), List.of(often, often)).tooSmall())
                .isZero();
        assertThat(new LiveDescent(question(4), List.of(often, often, often)).tooSmall())
                .isEqualTo(10);
    }

    @Test
    void what_took_turns_with_another_size_says_nothing() {
        var vain = new GuardBreak(10, GuardBreak.Guard.TIMEOUTS, 1, 0.1);
        var other =
                new LiveRound(10, TODAY + 5, false, 250, List.of(), Optional.of(vain), 0, 1, 300, 20, Optional.empty());
        assertThat(new LiveDescent(question(4), List.of(other)).tried()).isEmpty();
    }

    @Test
    void nothing_is_tried_once_it_has_cost_what_it_may() {
        var broken = new GuardBreak(10, GuardBreak.Guard.COST, 5e9, 0.1);
        var descent = new LiveDescent(
                question(4),
                List.of(new LiveRound(
                        10, TODAY, false, 250, List.of(), Optional.of(broken), 0, 1, 300, 20, Optional.empty())));
        assertThat(descent.costly()).isTrue();
        assertThat(descent.next()).isEmpty();
        assertThat(descent.decided()).isFalse();
    }

    @Test
    void before_it_ends_longer_turns_look_at_the_answer_again() {
        LiveDescent descent = run(question(5), size -> size < 5 ? 5 : 0, 4);
        assertThat(descent.tried())
                .filteredOn(step -> step.size() == 5)
                .allMatch(step -> step.longer().blocks() >= LiveComparison.LEAST_BLOCKS);
    }

    /** Sizes that differ in nothing are seldom told apart, and today's size seldom from itself. */
    @Test
    void where_nothing_differs_at_most_5_of_100_runs_claim_a_difference() {
        int wrong = 0;
        for (int seed = 0; seed < RUNS; seed++) {
            LiveDescent descent = run(question(5), size -> 0.1, seed);
            boolean worse = descent.tried().stream().anyMatch(LiveStep::tooSmall);
            wrong += worse || descent.differsFromItself() ? 1 : 0;
        }
        assertThat(wrong).isLessThanOrEqualTo(RUNS / 20);
    }

    /** A borrow waits by 4 % of its time longer below 10, where 3 % are allowed. */
    @Test
    void where_smaller_sizes_are_a_little_too_small_at_most_5_of_100_runs_take_one() {
        int wrong = 0;
        for (int seed = 0; seed < RUNS; seed++) {
            LiveDescent descent = run(question(8), size -> size < 10 ? 0.4 : 0, 1000 + seed);
            wrong += descent.enough() < 10 ? 1 : 0;
        }
        assertThat(wrong).isLessThanOrEqualTo(RUNS / 20);
    }

    @Test
    void too_few_borrows_show_nothing() {
        var random = new Random(5);
        var rounds = new ArrayList<LiveRound>();
        for (int i = 0; i < 5; i++) {
            rounds.add(round(new LiveTurn(10, false), size -> 0, random, 2));
        }
        var descent = new LiveDescent(question(4), rounds);
        assertThat(descent.tried()).allMatch(step -> step.result() == LiveStep.Result.OPEN);
        // Each round gives ten borrows at the smaller size: 450 more are wanted.
        assertThat(descent.secondsLeft())
                .hasValueSatisfying(left -> assertThat(left).isBetween(300.0, 3_000.0));
        assertThat(descent.decided()).isFalse();
        assertThat(descent.below()).isEqualTo(LiveDescent.Below.OPEN);
    }
}
