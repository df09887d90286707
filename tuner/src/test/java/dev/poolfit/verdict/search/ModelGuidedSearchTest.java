package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Capacity;
import dev.poolfit.model.Demand;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.Variation;
import dev.poolfit.model.Workload;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.model.fit.Forecast;
import dev.poolfit.model.solver.FlowEquivalentSolver;
import dev.poolfit.plan.Role;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Rate;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.diagnosis.EvidenceBuilder;
import dev.poolfit.verdict.forecast.AdvancePredictions;
import dev.poolfit.verdict.reason.ModelRemark;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The model finds the answer from few trials of simulated services, and steps back where it does not explain them. */
class ModelGuidedSearchTest {
    private static final int USERS = 100;
    private static final Duration BUDGET = Duration.ofMinutes(5);
    private static final Goal HIGHEST = new Goal(Optional.empty(), Optional.empty(), Optional.empty());
    private static final SearchSpace BOTH =
            new SearchSpace(Map.of(Knob.POOL, new IntRange(1, 100), Knob.THREADS, new IntRange(4, 400)));
    /** Two cores each; 2 ms in the service, 4 ms in the database, 20 ms of waiting with a connection. */
    private static final ServiceModel WAITING = new ServiceModel(
            new Demand(0.001, 0.001, 0.004, 0.020, 1, false), new Capacity(2, 2, 0.005, 1e-5), 0.3, Variation.USUAL);
    /** No waiting at all: a handful of connections is plenty. */
    private static final ServiceModel COMPUTING = new ServiceModel(
            new Demand(0.002, 0.0005, 0.004, 0, 1, false), new Capacity(2, 2, 0.01, 0), 0.3, Variation.USUAL);

    private static final Map<ServiceModel, double[][]> TRUTHS = new ConcurrentHashMap<>();

    private static SearchProblem problem(Goal goal, long seed) {
        return problem(goal, seed, Settings.ofPoolAndThreads(10, 200));
    }

    private static SearchProblem problem(Goal goal, long seed, Settings found) {
        return Questions.of(BOTH, goal, new Workload.Closed(USERS, 0), found, BUDGET, seed);
    }

    private static Search search(Goal goal, long seed) {
        return search(problem(goal, seed));
    }

    /** With no forecast in the conclusion, which takes most of the time. */
    private static Search search(SearchProblem problem) {
        return forecasting(problem).withoutForecasts();
    }

    private static ModelGuidedSearch forecasting(SearchProblem problem) {
        return new ModelGuidedSearch(problem, EvidenceBuilder.cores(2, 2, false));
    }

    private static Settings answer(SimulatedQueue.Ended ended) {
        return ended.conclusion().recommended().orElseThrow().settings();
    }

    private static double[][] truth(ServiceModel model) {
        return TRUTHS.computeIfAbsent(
                model,
                each -> new FlowEquivalentSolver()
                        .throughput(
                                each,
                                new Workload.Closed(USERS, 0),
                                IntStream.rangeClosed(1, 100).toArray(),
                                IntStream.rangeClosed(4, 400).toArray()));
    }

    private static double at(double[][] truth, Settings settings) {
        return truth[settings.pool().orElseThrow() - 1][settings.threads().orElseThrow() - 4];
    }

    private static double highest(double[][] truth) {
        double highest = 0;
        for (double[] row : truth) {
            for (double rate : row) {
                highest = Math.max(highest, rate);
            }
        }
        return highest;
    }

    @Test
    void the_highest_throughput_is_found_within_two_percent_and_in_few_trials_where_the_model_is_right_in_advance() {
        for (ServiceModel model : List.of(WAITING, COMPUTING)) {
            double[][] truth = truth(model);
            for (int seed = 1; seed <= 2; seed++) {
                var ended = SimulatedQueue.of(model, USERS, 0.02).search(search(HIGHEST, seed), BUDGET, seed);
                assertThat(ended.conclusion().outcome()).isEqualTo(Outcome.RECOMMENDED);
                assertThat(at(truth, answer(ended))).isGreaterThan(0.975 * highest(truth));
                int few = Math.min(9, ended.trials().size());
                boolean right = AdvancePredictions.within(
                        HIGHEST.margin().fraction(), ended.trials().subList(0, few));
                assertThat(ended.trials().size() == few)
                        .as("%d trials", ended.trials().size())
                        .isEqualTo(right);
            }
        }
    }

    @Test
    void a_service_that_hardly_waits_gets_a_small_pool() {
        var ended = SimulatedQueue.of(COMPUTING, USERS, 0.02).search(search(HIGHEST, 1), BUDGET, 1);
        assertThat(answer(ended).pool().orElseThrow()).isBetween(2, 7);
        assertThat(ended.conclusion().reasons()).anyMatch(Contradictions::modelled);
    }

    @Test
    void the_step_below_is_measured_while_there_is_budget() {
        var ended = SimulatedQueue.of(COMPUTING, USERS, 0.02).search(search(HIGHEST, 1), BUDGET, 1);
        int below = answer(ended).pool().orElseThrow() - 1;
        assertThat(ended.trials()).anyMatch(trial -> trial.settings().pool().orElseThrow() == below);
    }

    @Test
    void the_smallest_pool_for_a_rate_is_found_and_the_one_below_it_told_from_the_goal() {
        double[][] truth = truth(WAITING);
        double wanted = 0.7 * highest(truth);
        var goal = new Goal(Optional.of(new Rate(wanted)), Optional.empty(), Optional.empty());
        var ended = SimulatedQueue.of(WAITING, USERS, 0.01).search(search(goal, 1), BUDGET, 1);
        assertThat(ended.conclusion().outcome()).isEqualTo(Outcome.RECOMMENDED);
        assertThat(at(truth, answer(ended))).isGreaterThan(0.98 * wanted);
        Settings below = answer(ended).with(Knob.POOL, answer(ended).pool().orElseThrow() - 1);
        assertThat(at(truth, below)).isLessThan(1.02 * wanted);
    }

    @Test
    void a_setting_that_looks_best_from_the_start_does_not_rest_on_one_pool_size_alone() {
        Settings best = answer(SimulatedQueue.of(WAITING, USERS, 0.01).search(search(HIGHEST, 1), BUDGET, 1));
        var ended = SimulatedQueue.of(WAITING, USERS, 0.01).search(search(problem(HIGHEST, 1, best)), BUDGET, 1);

        assertThat(ended.planned().stream().map(each -> each.settings().pool()).distinct())
                .hasSizeGreaterThan(1);
        double[][] truth = truth(WAITING);
        assertThat(at(truth, answer(ended))).isGreaterThan(0.975 * highest(truth));
    }

    /** Two processors of 4 ms allow 500/s. */
    @Test
    void a_rate_that_no_pool_reaches_is_unreachable_after_a_few_trials_with_the_largest_among_them() {
        var space = new SearchSpace(Map.of(Knob.POOL, new IntRange(1, 50)));
        var goal = new Goal(Optional.of(new Rate(650)), Optional.empty(), Optional.empty());
        var users = new Workload.Closed(USERS, 0);
        Duration budget = Duration.ofMinutes(2);
        for (int seed = 1; seed <= 6; seed++) {
            SearchProblem problem = Questions.of(space, goal, users, Settings.ofPoolAndThreads(10, 200), budget, seed);
            var ended = SimulatedQueue.of(WAITING, USERS, 0.02)
                    .search(new ModelGuidedSearch(problem, Assumptions.NONE, true).withoutForecasts(), budget, seed);

            assertThat(ended.conclusion().outcome())
                    .as(ended.conclusion().reasons().toString())
                    .isEqualTo(Outcome.UNREACHABLE);
            assertThat(ended.trials()).hasSizeLessThanOrEqualTo(9);
            assertThat(ended.trials()).anyMatch(trial -> trial.settings().pool().orElseThrow() == 50);
        }
    }

    @Test
    void a_service_that_still_becomes_faster_is_not_said_to_be_unable() {
        var space = new SearchSpace(Map.of(Knob.POOL, new IntRange(1, 50)));
        var goal = new Goal(Optional.of(new Rate(450)), Optional.empty(), Optional.empty());
        Duration budget = Duration.ofSeconds(90);
        for (int seed = 1; seed <= 6; seed++) {
            SearchProblem problem = Questions.of(
                    space, goal, new Workload.Closed(USERS, 0), Settings.ofPoolAndThreads(10, 200), budget, seed);
            var ended = SimulatedQueue.search(
                    new ModelGuidedSearch(problem, Assumptions.NONE, true).withoutForecasts(),
                    budget,
                    seed,
                    settings -> SimulatedQueue.of(WAITING, USERS, 0.01),
                    second -> 1 - 0.5 * Math.exp(-second / 60));

            assertThat(ended.conclusion().outcome())
                    .as(ended.conclusion().reasons().toString())
                    .isNotEqualTo(Outcome.UNREACHABLE);
        }
    }

    /** A crowd that the smallest pool leaves is still served while pool 5 holds. */
    @Test
    void a_load_in_which_a_setting_gave_far_less_than_alone_does_not_count_for_a_rate_either() {
        var goal = new Goal(Optional.of(new Rate(480)), Optional.empty(), Optional.empty());
        List<Trial> trials = List.of(
                at(1, 10, 500).role(Role.BASELINE).build(),
                at(2, 5, 520).role(Role.SEARCH).build(),
                at(3, 5, 430).periods(3, Collections.nCopies(8, 430.0)).build(),
                at(4, 20, 500).periods(3, Collections.nCopies(8, 500.0)).build());
        var search = new ModelGuidedSearch(problem(goal, 1), Assumptions.NONE, true).withoutForecasts();

        var said = (Conclusion) search.next(trials, Duration.ZERO);

        assertThat(said.grounds().counted().trials())
                .filteredOn(trial -> trial.flags().contains(Flag.CARRIED_OVER))
                .extracting(Trial::number)
                .containsExactly(3, 4);
    }

    private static TrialBuilder at(int number, int pool, double rate) {
        return TrialBuilder.trial(number).at(pool, 200).rate(rate);
    }

    @Test
    void no_wide_gap_above_the_answer_is_left_untried() {
        for (int seed = 1; seed <= 2; seed++) {
            var found = Settings.ofPoolAndThreads(100, 400);
            var ended = SimulatedQueue.of(COMPUTING, USERS, 0.08)
                    .search(search(problem(HIGHEST, seed, found)), BUDGET, seed);
            int answer = answer(ended).pool().orElseThrow();
            int next = ended.planned().stream()
                    .mapToInt(each -> each.settings().pool().orElseThrow())
                    .filter(pool -> pool > answer)
                    .min()
                    .orElse(answer);

            assertThat(next).as("beside " + answer + ", seed " + seed).isLessThan(8 * answer);
        }
    }

    @Test
    void the_conclusion_carries_the_forecast_that_led_to_it() {
        var ended = SimulatedQueue.of(WAITING, USERS, 0.02).search(forecasting(problem(HIGHEST, 1)), BUDGET, 1);
        Forecast forecast = ended.conclusion().forecast().orElseThrow();
        assertThat(forecast.explains()).isTrue();
        assertThat(forecast.tried()).hasSameSizeAs(ended.conclusion().tried());
        assertThat(forecast.map()).isPresent();
        assertThat(forecast.statement().key()).isEqualTo("forecast.limited");
    }

    @Test
    void where_the_model_does_not_explain_the_trials_the_search_brackets_and_says_so() {
        // Every even pool loses half of its throughput: no queue does that.
        var odd = new SimulatedQueue(
                WAITING,
                new Workload.Closed(USERS, 0),
                0.01,
                (limits, rate) -> limits.pool() % 2 == 0 ? rate / 2 : rate);
        var ended = odd.search(forecasting(problem(HIGHEST, 1)), BUDGET, 1);
        assertThat(ended.conclusion().forecast().orElseThrow().explains()).isFalse();
        assertThat(ended.conclusion().reasons()).contains(new ModelRemark.WithoutModel());
        assertThat(ended.trials()).hasSizeGreaterThan(9);
    }

    @Test
    void the_same_seed_gives_the_same_plan() {
        var service = SimulatedQueue.of(COMPUTING, USERS, 0.02);
        var first = service.search(search(HIGHEST, 7), BUDGET, 3);
        assertThat(service.search(search(HIGHEST, 7), BUDGET, 3).planned()).isEqualTo(first.planned());
    }

    @Test
    void a_search_taken_up_again_from_its_trials_ends_as_it_would_have() {
        var ended = SimulatedQueue.of(COMPUTING, USERS, 0.02).search(search(HIGHEST, 7), BUDGET, 3);
        Decision again = search(HIGHEST, 7).next(ended.trials(), Duration.ofMinutes(1));
        assertThat(again).isInstanceOf(Conclusion.class);
        assertThat(((Conclusion) again).recommended())
                .isEqualTo(ended.conclusion().recommended());
    }

    @Test
    void noise_beyond_what_the_budget_can_average_out_ends_without_an_answer() {
        var ended = SimulatedQueue.of(WAITING, USERS, 0.3).search(search(HIGHEST, 2), Duration.ofSeconds(40), 2);
        assertThat(ended.conclusion().outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    }
}
