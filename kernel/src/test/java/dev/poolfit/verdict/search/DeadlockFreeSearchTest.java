package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.NestedConnections;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Capacity;
import dev.poolfit.model.Demand;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.Variation;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.PoolLocking;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.reason.NotSmaller;
import dev.poolfit.verdict.reason.OutOfReach;
import dev.poolfit.verdict.reason.Undecided;
import dev.poolfit.verdict.reason.WhyThis;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing is tried or recommended at which all threads can wait for a second connection; 4 connections would be enough for the rate. */
class DeadlockFreeSearchTest {
    private static final Settings FOUND = Settings.ofPoolAndThreads(10, 200);
    private static final Duration BUDGET = Duration.ofMinutes(3);
    private static final SimulatedQueue SERVICE = SimulatedQueue.of(
            new ServiceModel(
                    new Demand(0.0002, 0, 0.010, 0.010, 1, false), new Capacity(2, 2, 0, 0), 0.3, Variation.USUAL),
            60,
            0.003);

    private static SimulatedQueue.Ended search(SearchProblem asked, int threads) {
        var locking = new PoolLocking(
                new SearchProblem(
                        asked.space(),
                        asked.goal(),
                        asked.load(),
                        Settings.ofPoolAndThreads(10, threads),
                        asked.poolLimit(),
                        BUDGET,
                        1),
                new NestedConnections("POST /orders", 2, 7, OptionalInt.of(threads)));
        Search within = SwitchingSearchTest.search(locking.bounded());
        return SERVICE.search(new DeadlockFreeSearch(within, locking), BUDGET, 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {15, 25})
    void no_pool_below_the_floor_is_tried_or_recommended(int threads) {
        SimulatedQueue.Ended ended = search(Questions.pools(Goal.HIGHEST, BUDGET), threads);

        assertThat(ended.planned())
                .extracting(PlannedTrial::settings)
                .filteredOn(each -> !each.equals(Settings.ofPoolAndThreads(10, threads)))
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each.pool().orElseThrow()).isGreaterThan(threads));
        assertThat(ended.conclusion().outcome()).isEqualTo(Outcome.RECOMMENDED);
        assertThat(ended.conclusion().recommended().orElseThrow().settings().pool())
                .hasValue(threads + 1);
        assertThat(ended.conclusion().reasons()).hasAtLeastOneElementOfType(NotSmaller.MayDeadlock.class);
    }

    @Test
    void where_every_pool_can_stand_still_none_is_recommended_and_none_below_the_initial_one_is_tried() {
        SimulatedQueue.Ended ended =
                search(Questions.pools(Goal.HIGHEST, BUDGET), FOUND.count(dev.poolfit.experiment.Knob.THREADS));

        assertThat(ended.planned())
                .allSatisfy(
                        each -> assertThat(each.settings().pool().orElseThrow()).isGreaterThanOrEqualTo(10));
        assertThat(ended.conclusion().outcome()).isEqualTo(Outcome.UNREACHABLE);
        assertThat(ended.conclusion().reasons())
                .as("nothing is called safe, or decided by more time")
                .doesNotHaveAnyElementsOfTypes(WhyThis.Safe.class, WhyThis.Highest.class, WhyThis.NotWorse.class)
                .noneMatch(Undecided.class::isInstance)
                .first()
                .isInstanceOf(OutOfReach.MayDeadlock.class);
    }
}
