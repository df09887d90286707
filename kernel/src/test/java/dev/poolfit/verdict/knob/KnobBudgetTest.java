package dev.poolfit.verdict.knob;

import static dev.poolfit.verdict.knob.KnobSearchTest.BUDGET;
import static dev.poolfit.verdict.knob.KnobSearchTest.HIGHEST;
import static dev.poolfit.verdict.knob.KnobSearchTest.RANGES;
import static dev.poolfit.verdict.knob.KnobSearchTest.VIEW;
import static dev.poolfit.verdict.knob.KnobSearchTest.compared;
import static dev.poolfit.verdict.knob.KnobSearchTest.ended;
import static dev.poolfit.verdict.knob.KnobSearchTest.problem;
import static dev.poolfit.verdict.knob.KnobSearchTest.search;
import static dev.poolfit.verdict.knob.KnobSearchTest.service;
import static dev.poolfit.verdict.knob.KnobSearchTest.timeouts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.diagnosis.EvidenceBuilder;
import dev.poolfit.verdict.reason.KnobReason;
import dev.poolfit.verdict.search.ModelGuidedSearch;
import dev.poolfit.verdict.search.SimulatedQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What the comparison of a knob costs decides whether it is compared; one that is left out is named. */
class KnobBudgetTest {
    @Test
    void a_knob_that_the_budget_cannot_carry_is_skipped_and_named() {
        var problem = problem(VIEW, HIGHEST, Settings.of(Knob.OPEN_IN_VIEW, true));
        var ended = SimulatedQueue.search(search(problem), Duration.ofSeconds(70), 1, settings -> service(false, 0.01));

        assertThat(compared(ended)).isEmpty();
        assertThat(ended.conclusion().reasons()).hasAtLeastOneElementOfType(KnobReason.Kept.class);
        assertThat(ended.conclusion().knobs()).singleElement().satisfies(result -> {
            assertThat(result.kept().openInView()).contains(true);
            assertThat(result.others()).isEmpty();
        });
    }

    /** What the service took to start and to warm up is what each restart takes; nothing is kept for what it cannot pay. */
    @Test
    void a_knob_whose_restarts_cost_more_than_half_of_the_budget_is_named_and_the_time_goes_to_the_pool() {
        var problem = problem(VIEW, HIGHEST, Settings.of(Knob.OPEN_IN_VIEW, true));
        Function<Duration, SimulatedQueue.Ended> tookToStart = length -> SimulatedQueue.search(
                new KnobSearch(
                        problem,
                        (about, held) ->
                                new ModelGuidedSearch(about, EvidenceBuilder.cores(2, 2, false)).withoutForecasts(),
                        Optional.of(Instant.EPOCH.minus(length))),
                BUDGET,
                1,
                settings -> service(false, 0.02));

        assertThat(compared(tookToStart.apply(Duration.ofSeconds(20)))).isNotEmpty();
        var slow = tookToStart.apply(Duration.ofSeconds(200));
        assertThat(compared(slow)).isEmpty();
        assertThat(slow.conclusion().reasons())
                .contains(new KnobReason.Kept(
                        Knob.OPEN_IN_VIEW, Settings.of(Knob.OPEN_IN_VIEW, true), Duration.ofSeconds(470)));
    }

    @Test
    void a_service_that_takes_a_timeout_over_sooner_lets_a_small_budget_compare_it() {
        var space = new SearchSpace(RANGES, Map.of(Knob.CONNECTION_TIMEOUT, timeouts(3, 30)));
        var problem = problem(space, HIGHEST, Settings.of(Knob.CONNECTION_TIMEOUT, Duration.ofSeconds(30)));
        Duration budget = Duration.ofSeconds(130);
        Function<Settings, SimulatedQueue> service = settings -> service(false, 0.01);

        assertThat(compared(SimulatedQueue.search(search(problem), budget, 1, service)))
                .isEmpty();
        assertThat(compared(SimulatedQueue.search(
                        search(problem.withHousekeeping(Duration.ofSeconds(3))), budget, 1, service)))
                .isNotEmpty();
    }
}
