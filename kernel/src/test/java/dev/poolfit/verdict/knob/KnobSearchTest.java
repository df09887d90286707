package dev.poolfit.verdict.knob;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Periods;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.CountKnob;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Capacity;
import dev.poolfit.model.Demand;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.Variation;
import dev.poolfit.model.Workload;
import dev.poolfit.plan.Role;
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Rate;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.KnobResult;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.diagnosis.EvidenceBuilder;
import dev.poolfit.verdict.reason.KnobReason;
import dev.poolfit.verdict.search.ModelGuidedSearch;
import dev.poolfit.verdict.search.Questions;
import dev.poolfit.verdict.search.Search;
import dev.poolfit.verdict.search.SimulatedQueue;
import dev.poolfit.verdict.search.SwitchingSearch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The other knobs are turned at the answer of the search of pool and threads, and only where that is better beyond noise. */
class KnobSearchTest {
    private static final int USERS = 100;
    static final Duration BUDGET = Duration.ofMinutes(8);
    static final Goal HIGHEST = new Goal(Optional.empty(), Optional.empty(), Optional.empty());
    static final Map<Knob, IntRange> RANGES =
            Map.of(Knob.POOL, new IntRange(1, 60), Knob.THREADS, new IntRange(4, 200));
    private static final List<Settings> ON_AND_OFF =
            List.of(Settings.of(Knob.OPEN_IN_VIEW, true), Settings.of(Knob.OPEN_IN_VIEW, false));
    static final SearchSpace VIEW = new SearchSpace(RANGES, Map.of(Knob.OPEN_IN_VIEW, ON_AND_OFF));

    /** 2 ms in the service, 4 ms in the database, 20 ms of waiting; held throughout or for the database alone. */
    static SimulatedQueue service(boolean openInView, double variation) {
        var demand = new Demand(0.001, 0.001, 0.004, 0.020, 1, openInView);
        return SimulatedQueue.of(
                new ServiceModel(demand, new Capacity(2, 2, 0.005, 1e-5), 0.3, Variation.USUAL), USERS, variation);
    }

    private static List<Settings> counts(CountKnob knob, int... values) {
        return Arrays.stream(values).mapToObj(value -> Settings.of(knob, value)).toList();
    }

    static List<Settings> timeouts(int... seconds) {
        return Arrays.stream(seconds)
                .mapToObj(value -> Settings.of(Knob.CONNECTION_TIMEOUT, Duration.ofSeconds(value)))
                .toList();
    }

    static SearchProblem problem(SearchSpace space, Goal goal, Settings others) {
        Settings found = Settings.ofPoolAndThreads(10, 200).with(others);
        return Questions.of(space, goal, new Workload.Closed(USERS, 0), found, BUDGET, 5);
    }

    static Search search(SearchProblem problem) {
        return new KnobSearch(
                problem,
                (about, held) -> new ModelGuidedSearch(about, EvidenceBuilder.cores(2, 2, false)).withoutForecasts(),
                Optional.empty());
    }

    static SimulatedQueue.Ended ended(SearchProblem problem, long seed, Function<Settings, SimulatedQueue> service) {
        return SimulatedQueue.search(search(problem), BUDGET, seed, service);
    }

    private static Settings answer(SimulatedQueue.Ended ended) {
        return ended.conclusion().recommended().orElseThrow().settings();
    }

    static List<Trial> compared(SimulatedQueue.Ended ended) {
        return ended.trials().stream()
                .filter(trial -> trial.role() == Role.COMPARE)
                .toList();
    }

    @Test
    void a_knob_that_does_nothing_stays_and_is_said_to_make_no_difference() {
        int turned = 0;
        for (int seed = 1; seed <= 3; seed++) {
            var ended = ended(
                    problem(VIEW, HIGHEST, Settings.of(Knob.OPEN_IN_VIEW, true)),
                    seed,
                    settings -> service(false, 0.02));
            turned += answer(ended).openInView().orElseThrow() ? 0 : 1;
            assertThat(ended.conclusion().outcome()).isEqualTo(Outcome.RECOMMENDED);
            if (answer(ended).openInView().orElseThrow()) {
                assertThat(ended.conclusion().reasons())
                        .anyMatch(reason -> reason instanceof KnobReason.Compared compared
                                && compared.side() == Interval.Side.OPEN);
            }
        }
        assertThat(turned).isLessThanOrEqualTo(1);
    }

    @Test
    void a_knob_that_frees_connections_is_turned_and_a_smaller_pool_reaches_the_rate() {
        var goal = new Goal(Optional.of(new Rate(300)), Optional.empty(), Optional.empty());
        Function<Settings, SimulatedQueue> service =
                settings -> heldLonger(settings.openInView().orElseThrow());
        var ended = ended(problem(VIEW, goal, Settings.of(Knob.OPEN_IN_VIEW, true)), 1, service);
        var without = new SearchSpace(RANGES);
        var kept = SimulatedQueue.search(
                search(problem(without, goal, Settings.NONE), Settings.NONE), BUDGET, 1, settings -> heldLonger(true));

        assertThat(ended.conclusion().outcome()).isEqualTo(Outcome.RECOMMENDED);
        assertThat(answer(ended).openInView()).contains(false);
        assertThat(answer(ended).pool().orElseThrow())
                .isLessThan(answer(kept).pool().orElseThrow());
        assertThat(ended.conclusion().reasons())
                .contains(new KnobReason.Searched(Settings.of(Knob.OPEN_IN_VIEW, false)))
                .anyMatch(reason ->
                        reason instanceof KnobReason.Compared compared && compared.side() == Interval.Side.ABOVE);
        assertThat(ended.conclusion().knobs()).singleElement().satisfies(result -> {
            assertThat(result.knob()).isEqualTo(Knob.OPEN_IN_VIEW);
            assertThat(result.held().openInView()).contains(true);
            assertThat(result.kept().openInView()).contains(false);
            assertThat(result.others()).singleElement().satisfies(other -> {
                assertThat(other.effect()).isEqualTo(KnobResult.Effect.BETTER);
                assertThat(other.ratio().orElseThrow().low()).isGreaterThan(1);
            });
        });
        assertThat(ended.conclusion().baseline().orElseThrow().settings().openInView())
                .contains(true);
    }

    /** A knob that takes a restart has trials of its own; pools are switched under one load before and after. */
    @Test
    void pools_are_switched_under_one_load_while_a_knob_that_takes_a_restart_holds() {
        var space = new SearchSpace(Map.of(Knob.POOL, new IntRange(1, 60)), Map.of(Knob.OPEN_IN_VIEW, ON_AND_OFF));
        SearchProblem problem = problem(space, HIGHEST, Settings.of(Knob.OPEN_IN_VIEW, true));
        var search = new KnobSearch(
                problem,
                (about, held) -> new SwitchingSearch(
                        about,
                        EvidenceBuilder.cores(2, 2, false),
                        new ModelGuidedSearch(about, EvidenceBuilder.cores(2, 2, false)).withoutForecasts()),
                Optional.empty());
        var ended = SimulatedQueue.search(
                search, BUDGET, 1, settings -> service(settings.openInView().orElseThrow(), 0.01));

        assertThat(ended.conclusion().outcome())
                .as(ended.conclusion().reasons().toString())
                .isEqualTo(Outcome.RECOMMENDED);
        assertThat(ended.trials())
                .filteredOn(trial -> trial.periods().isPresent())
                .isNotEmpty()
                .allMatch(trial -> trial.role() == Role.CONFIRM);
        assertThat(compared(ended)).allMatch(trial -> trial.periods().isEmpty());
        for (Trial one : ended.trials()) {
            assertThat(ended.trials())
                    .filteredOn(other -> other.periods().isPresent()
                            && other.periods()
                                    .map(Periods::load)
                                    .equals(one.periods().map(Periods::load)))
                    .allMatch(other ->
                            other.settings().openInView().equals(one.settings().openInView()));
        }
    }

    /** Half of a request's 30 ms before the answer is written needs no connection. */
    private static SimulatedQueue heldLonger(boolean openInView) {
        var demand = new Demand(0.001, 0.001, 0.003, openInView ? 0.030 : 0.015, 1, false);
        return SimulatedQueue.of(
                new ServiceModel(demand, new Capacity(2, 2, 0.005, 1e-5), 0.3, Variation.USUAL), USERS, 0.02);
    }

    static Search search(SearchProblem problem, Settings held) {
        return new ModelGuidedSearch(problem, EvidenceBuilder.cores(2, 2, false)).withoutForecasts();
    }

    @Test
    void several_knobs_are_compared_one_after_the_other_each_value_as_often_and_mirrored() {
        var space = new SearchSpace(
                RANGES,
                Map.of(
                        Knob.MIN_SPARE,
                        counts(Knob.MIN_SPARE, 2, 3, 4),
                        Knob.MINIMUM_IDLE,
                        counts(Knob.MINIMUM_IDLE, 1, 2)));
        var ended = ended(
                problem(space, HIGHEST, Settings.of(Knob.MIN_SPARE, 10).with(Knob.MINIMUM_IDLE, 10)),
                3,
                settings -> service(false, 0.01));

        List<Settings> order = compared(ended).stream().map(Trial::settings).toList();
        var idle = new ArrayList<>(order.subList(0, 4));
        assertThat(idle.get(0)).isEqualTo(idle.get(3));
        assertThat(idle.get(1)).isEqualTo(idle.get(2));
        assertThat(order.stream().map(each -> each.count(Knob.MIN_SPARE)).distinct())
                .containsExactlyInAnyOrder(2, 3, 4);
        assertThat(ended.conclusion().knobs().stream()
                        .flatMap(each -> each.others().stream())
                        .map(KnobResult.Other::value))
                .contains(
                        Settings.of(Knob.MINIMUM_IDLE, 2),
                        Settings.of(Knob.MIN_SPARE, 3),
                        Settings.of(Knob.MIN_SPARE, 4));
        assertThat(answer(ended).values()).containsKeys(Knob.POOL, Knob.THREADS, Knob.MIN_SPARE, Knob.MINIMUM_IDLE);
    }

    @Test
    void the_settings_found_are_the_baseline_even_where_they_are_not_among_the_values() {
        var space = new SearchSpace(RANGES, Map.of(Knob.CONNECTION_TIMEOUT, timeouts(1, 3)));
        var ended = ended(
                problem(space, HIGHEST, Settings.of(Knob.CONNECTION_TIMEOUT, Duration.ofSeconds(30))),
                1,
                settings -> service(false, 0.02));

        assertThat(ended.trials().get(0).settings().connectionTimeout()).contains(Duration.ofSeconds(30));
        assertThat(ended.conclusion().baseline().orElseThrow().settings().connectionTimeout())
                .contains(Duration.ofSeconds(30));
        assertThat(answer(ended).connectionTimeout()).contains(Duration.ofSeconds(1));
    }

    @Test
    void a_second_look_at_one_knob_does_not_take_the_first_look_of_another() {
        var space = new SearchSpace(
                RANGES, Map.of(Knob.OPEN_IN_VIEW, ON_AND_OFF, Knob.CONNECTION_TIMEOUT, timeouts(3, 30)));
        var problem = problem(
                        space,
                        HIGHEST,
                        Settings.of(Knob.OPEN_IN_VIEW, true).with(Knob.CONNECTION_TIMEOUT, Duration.ofSeconds(30)))
                .withHousekeeping(Duration.ofSeconds(3));
        for (int seed = 1; seed <= 3; seed++) {
            var ended = SimulatedQueue.search(
                    search(problem), Duration.ofSeconds(290), seed, settings -> service(false, 0.08));

            assertThat(ended.conclusion().knobs())
                    .as("seed " + seed)
                    .allSatisfy(result -> assertThat(result.others()).isNotEmpty());
        }
    }

    @Test
    void a_run_taken_up_again_after_a_trial_goes_on_as_it_would_have() {
        var problem = problem(VIEW, HIGHEST, Settings.of(Knob.OPEN_IN_VIEW, true));
        var ended = ended(problem, 2, settings -> service(settings.openInView().orElseThrow(), 0.01));
        int[] cuts = IntStream.range(1, ended.trials().size())
                .filter(cut -> ended.trials().get(cut - 1).role() == Role.COMPARE)
                .toArray();
        int taken = 0;
        for (int cut : Set.of(cuts[0], cuts[cuts.length / 2])) {
            List<Trial> before = ended.trials().subList(0, cut);
            Duration left = BUDGET.minus(ended.planned().subList(0, cut).stream()
                    .map(each -> each.measure().plusSeconds(2))
                    .reduce(Duration.ZERO, Duration::plus));
            Decision next = search(problem).next(before, left);
            if (next instanceof Decision.TryNext wanted) {
                taken++;
                assertThat(wanted.plan().trials().get(0).settings())
                        .as("after trial " + cut)
                        .isEqualTo(ended.planned().get(cut).settings());
            }
        }
        assertThat(taken).isPositive();
        assertThat(search(problem).next(ended.trials(), Duration.ZERO))
                .isInstanceOfSatisfying(Conclusion.class, again -> {
                    assertThat(again.recommended()).isEqualTo(ended.conclusion().recommended());
                    assertThat(again.reasons()).isEqualTo(ended.conclusion().reasons());
                });
    }

    @Test
    void the_same_seed_gives_the_same_plan() {
        var problem = problem(VIEW, HIGHEST, Settings.of(Knob.OPEN_IN_VIEW, true));
        Function<Settings, SimulatedQueue> service =
                settings -> service(settings.openInView().orElseThrow(), 0.02);
        assertThat(ended(problem, 4, service).planned())
                .isEqualTo(ended(problem, 4, service).planned());
    }
}
