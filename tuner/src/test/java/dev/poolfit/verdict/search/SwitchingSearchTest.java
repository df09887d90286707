package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Periods;
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
import dev.poolfit.model.solver.FlowEquivalentSolver;
import dev.poolfit.plan.Role;
import dev.poolfit.report.Language;
import dev.poolfit.units.IntRange;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Decision.TryNext;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.comparison.Ratios;
import dev.poolfit.verdict.diagnosis.EvidenceBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** The smallest setting that is not worse than the best is found on simulated services, and what was not shown is not said. */
class SwitchingSearchTest {
    private static final int USERS = 60;
    private static final int MOST = 40;
    private static final int SEEDS = 4;
    private static final Settings FOUND = Settings.ofPoolAndThreads(10, 200);
    /** Two database processors of 10 ms and a delay of 10 ms: 4 connections give 191/s, 5 give 194 and 10 give 194. */
    private static final ServiceModel TWO_PROCESSORS = new ServiceModel(
            new Demand(0.0002, 0, 0.010, 0.010, 1, false), new Capacity(2, 2, 0, 0), 0.3, Variation.USUAL);
    /** A plain delay of 50 ms with the connection. */
    private static final ServiceModel DELAY = new ServiceModel(
            new Demand(0.0005, 0, 0.0005, 0.050, 1, false), new Capacity(2, 2, 0, 0), 0.3, Variation.USUAL);

    private static SearchProblem problem(Duration budget, long seed) {
        return problem(Goal.HIGHEST, budget, seed);
    }

    private static SearchProblem problem(Goal goal, Duration budget, long seed) {
        var space = new SearchSpace(Map.of(Knob.POOL, new IntRange(1, MOST)));
        return Questions.of(space, goal, new Workload.Closed(USERS, 0), FOUND, budget, seed);
    }

    private static Search search(SearchProblem problem) {
        Assumptions known = EvidenceBuilder.cores(2, 2, false);
        return new SwitchingSearch(problem, known, new ModelGuidedSearch(problem, known));
    }

    private static double[] truth(ServiceModel model) {
        double[][] rates = new FlowEquivalentSolver()
                .throughput(
                        model,
                        new Workload.Closed(USERS, 0),
                        IntStream.rangeClosed(1, MOST).toArray(),
                        new int[] {200});
        double[] byPool = new double[MOST + 1];
        for (int pool = 1; pool <= MOST; pool++) {
            byPool[pool] = rates[pool - 1][0];
        }
        return byPool;
    }

    private static int smallest(double[] truth) {
        double best = Arrays.stream(truth).max().orElseThrow();
        int pool = 1;
        while (truth[pool] < 0.97 * best) {
            pool++;
        }
        return pool;
    }

    private static SimulatedQueue.Ended run(ServiceModel model, double variation, Duration budget, int seed) {
        return SimulatedQueue.of(model, USERS, variation).search(search(problem(budget, seed)), budget, seed);
    }

    @Test
    void what_is_recommended_loses_hardly_more_than_the_margin_and_is_the_smallest_to_one_or_a_third() {
        int recommended = 0;
        for (ServiceModel model : List.of(TWO_PROCESSORS, DELAY)) {
            double[] truth = truth(model);
            double best = Arrays.stream(truth).max().orElseThrow();
            int smallest = smallest(truth);
            for (double variation : new double[] {0.01, 0.02, 0.06}) {
                for (int seed = 1; seed <= SEEDS / 2; seed++) {
                    Conclusion ended =
                            run(model, variation, Duration.ofMinutes(4), seed).conclusion();
                    int pool =
                            ended.recommended().orElseThrow().settings().pool().orElseThrow();
                    assertThat(truth[pool]).as(words(ended)).isGreaterThan(0.965 * best);
                    if (ended.outcome() == Outcome.RECOMMENDED) {
                        recommended++;
                        assertThat(pool).as(words(ended)).isLessThanOrEqualTo((int)
                                Math.ceil(Math.max(smallest + 1, 1.3 * smallest)));
                    }
                }
            }
        }
        assertThat(recommended).isGreaterThan(3 * SEEDS / 2);
    }

    private static String words(Conclusion conclusion) {
        return String.join(
                " | ", conclusion.reasons().stream().map(Language.EN::text).toList());
    }

    @Test
    void a_recommendation_lies_above_the_line_with_its_whole_interval_or_is_the_best_itself() {
        for (int seed = 1; seed <= SEEDS; seed++) {
            SimulatedQueue.Ended ended = run(TWO_PROCESSORS, 0.06, Duration.ofMinutes(3), seed);
            if (ended.conclusion().outcome() != Outcome.RECOMMENDED) {
                continue;
            }
            Settings answer = ended.conclusion().recommended().orElseThrow().settings();
            var ratios = new Ratios(ended.trials(), 0.03);
            boolean best = ratios.settings().stream()
                    .noneMatch(each -> !each.equals(answer)
                            && ratios.interval(each, Set.of(answer))
                                    .filter(ratio -> ratio.low() > 1)
                                    .isPresent());
            boolean shown = ratios.settings().stream()
                    .anyMatch(each -> ratios.interval(answer, Set.of(each))
                            .filter(ratio -> ratio.low() > 0.97)
                            .isPresent());
            assertThat(best || shown).as(words(ended.conclusion())).isTrue();
        }
    }

    @Test
    void a_budget_that_ends_first_is_inconclusive_and_names_what_is_safe_or_else_likely_and_the_time() {
        int inconclusive = 0;
        int unsafe = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            Conclusion ended = run(DELAY, 0.15, Duration.ofSeconds(75), seed).conclusion();
            if (ended.outcome() == Outcome.INCONCLUSIVE) {
                inconclusive++;
                boolean shown = ended.recommended().orElseThrow().standing() == Standing.MEETS;
                assertThat(words(ended))
                        .contains(shown ? "Safe: pool " : "Likely: pool ", " more of load would decide")
                        .doesNotContain(shown ? "any setting was shown" : "Safe");
                unsafe += shown ? 0 : 1;
            }
        }
        assertThat(inconclusive).isPositive();
        assertThat(unsafe).isPositive();
    }

    @Test
    void the_last_trial_is_the_answers_own_so_that_its_percentiles_count() {
        SimulatedQueue.Ended ended = run(DELAY, 0.02, Duration.ofMinutes(4), 1);

        var last = ended.trials().get(ended.trials().size() - 1);
        assertThat(last.periods()).isEmpty();
        assertThat(last.settings())
                .isEqualTo(ended.conclusion().recommended().orElseThrow().settings());
    }

    private static Goal within(Duration p99) {
        return new Goal(Optional.empty(), Optional.empty(), Optional.of(p99));
    }

    /** 60 users and 194 to 199 responses a second take 300 to 309 ms in the mean, and twice as much is their percentile here. */
    @Test
    void response_times_of_the_answers_own_trials_decide_whether_it_meets_the_goal() {
        Duration budget = Duration.ofMinutes(4);
        for (int seed = 1; seed <= SEEDS / 2; seed++) {
            for (Duration p99 : List.of(Duration.ofMillis(300), Duration.ofMillis(605), Duration.ofMillis(900))) {
                Conclusion ended = SimulatedQueue.of(TWO_PROCESSORS, USERS, 0.003)
                        .search(search(problem(within(p99), budget, seed)), budget, seed)
                        .conclusion();
                assertThat(ended.outcome())
                        .as(p99 + ": " + words(ended))
                        .isEqualTo(p99.toMillis() > 700 ? Outcome.RECOMMENDED : Outcome.INCONCLUSIVE);
            }
        }
    }

    @Test
    void the_gain_is_what_answer_and_initial_settings_gave_under_one_load() {
        double[] truth = truth(DELAY);
        for (int seed = 1; seed <= SEEDS; seed++) {
            Duration budget = Duration.ofMinutes(4);
            // It becomes twice as fast while it is measured.
            var ended = SimulatedQueue.search(
                            search(problem(budget, seed)),
                            budget,
                            seed,
                            settings -> SimulatedQueue.of(DELAY, USERS, 0.01),
                            second -> 1 - 0.5 * Math.exp(-second / 60))
                    .conclusion();
            int pool = ended.recommended().orElseThrow().settings().pool().orElseThrow();
            double gain = ended.choice().gain().orElseThrow().mean();
            assertThat(gain).as(words(ended)).isCloseTo(truth[pool] / truth[10], Percentage.withPercentage(8));
            double shown = ended.recommended().get().throughput().mean()
                    / ended.baseline().orElseThrow().throughput().mean();
            assertThat(shown).isCloseTo(gain, Percentage.withPercentage(0.1));
        }
    }

    private static Trial trial(int number, Role role, int pool, double rate, Optional<Periods> periods) {
        return new Trial(
                new Trial.Identity(number, role, FOUND.with(Knob.POOL, pool), Instant.EPOCH),
                new Trial.Span(2, 8),
                new Trial.Responses(
                        new Interval(rate, 0.97 * rate, 1.03 * rate),
                        Math.round(8 * rate),
                        0,
                        1000 * USERS / rate,
                        new Interval(500, 490, 510),
                        Map.of()),
                new Trial.Readings(Map.of(), Map.of()),
                Set.of(),
                periods);
    }

    private static List<Trial> comparison(int number, double small, double large) {
        return List.of(
                trial(number, Role.CONFIRM, 10, small, Optional.of(new Periods(number, Collections.nCopies(6, small)))),
                trial(
                        number + 1,
                        Role.CONFIRM,
                        40,
                        large,
                        Optional.of(new Periods(number, Collections.nCopies(6, large)))));
    }

    /** 60 users at one connection that is held for 100 ms wait for 6 s: the next setting would serve them for seconds. */
    @Test
    void a_setting_at_which_users_wait_for_long_has_no_turn_under_the_load_of_others() {
        ServiceModel slow = new ServiceModel(
                new Demand(0.0005, 0, 0.0005, 0.100, 1, false), new Capacity(2, 2, 0, 0), 0.3, Variation.USUAL);
        Settings one = FOUND.with(Knob.POOL, 1);
        Duration budget = Duration.ofMinutes(4);
        for (int seed = 1; seed <= SEEDS; seed++) {
            SearchProblem problem = Questions.of(
                    new SearchSpace(Map.of(Knob.POOL, new IntRange(1, MOST))),
                    Goal.HIGHEST,
                    new Workload.Closed(USERS, 0),
                    one,
                    budget,
                    seed);

            SimulatedQueue.Ended ended = SimulatedQueue.of(slow, USERS, 0.01).search(search(problem), budget, seed);

            assertThat(ended.trials())
                    .anyMatch(trial -> trial.periods().isPresent())
                    .noneMatch(trial ->
                            trial.periods().isPresent() && trial.throughput().mean() < USERS / 2.2);
            assertThat(ended.conclusion().baseline().orElseThrow().settings()).isEqualTo(one);
        }
    }

    /** What a crowd leaves behind makes the settings after it look slow. */
    @Test
    void a_setting_that_gives_far_less_between_others_than_alone_is_compared_over_longer_periods_and_then_not_at_all() {
        Search search = search(problem(Duration.ofMinutes(4), 1));
        Duration left = Duration.ofMinutes(3);
        var trials = new ArrayList<Trial>(List.of(trial(1, Role.BASELINE, 10, 222, Optional.empty())));
        trials.addAll(comparison(2, 134, 49));

        var longer = (TryNext) search.next(trials, left);
        trials.addAll(comparison(4, 150, 60));
        var separate = (TryNext) search.next(trials, left);

        assertThat(longer.plan().switching().orElseThrow().period()).isEqualTo(Duration.ofSeconds(3));
        assertThat(separate.plan().switching()).isEmpty();
        var ended = (Conclusion) search.next(trials, Duration.ZERO);
        assertThat(ended.baseline().orElseThrow().throughput().mean()).isEqualTo(222);
    }

    /** What one load told stays true, whatever becomes of the next ones. */
    @Test
    void comparisons_that_do_not_count_leave_those_before_them_alone() {
        Search search = search(problem(Duration.ofMinutes(4), 1));
        Settings four = FOUND.with(Knob.POOL, 4);
        Settings five = FOUND.with(Knob.POOL, 5);
        var trials = new ArrayList<Trial>(List.of(trial(1, Role.BASELINE, 10, 222, Optional.empty())));
        trials.add(switched(2, 2, FOUND, 222, 221, 223, 222, 221, 222, 223, 222));
        trials.add(switched(3, 2, five, 221, 222, 222, 221, 223, 222, 222, 221));
        trials.add(switched(4, 2, four, 177, 178, 177, 176, 177, 178, 177, 177));
        for (int number = 5; number < 9; number += 2) {
            trials.add(switched(number, number, FOUND, 134, 133, 135, 134).with(Flag.CARRIED_OVER));
            trials.add(switched(number + 1, number, five, 49, 50, 48, 49).with(Flag.CARRIED_OVER));
        }
        trials.add(trial(9, Role.CONFIRM, 5, 222, Optional.empty()));

        var ended = (Conclusion) search.next(trials, Duration.ZERO);

        assertThat(ended.outcome()).as(words(ended)).isEqualTo(Outcome.RECOMMENDED);
        assertThat(ended.recommended().orElseThrow().settings()).isEqualTo(five);
        assertThat(words(ended)).contains("compared under the same load", "does not count");
    }

    private static final SearchSpace BOTH =
            new SearchSpace(Map.of(Knob.POOL, new IntRange(1, MOST), Knob.THREADS, new IntRange(4, 200)));

    private static SearchProblem ofBoth(Duration budget, long seed) {
        return Questions.of(BOTH, Goal.HIGHEST, new Workload.Closed(USERS, 0), FOUND, budget, seed);
    }

    private static Trial switched(int number, int load, Settings settings, double... rates) {
        double mean = Arrays.stream(rates).average().orElseThrow();
        Trial alone = trial(
                number,
                Role.CONFIRM,
                settings.pool().orElseThrow(),
                mean,
                Optional.of(new Periods(load, boxed(rates))));
        return new Trial(
                new Trial.Identity(number, Role.CONFIRM, settings, Instant.EPOCH),
                alone.span(),
                alone.responses(),
                alone.readings(),
                Set.of(),
                alone.periods());
    }

    private static List<Double> boxed(double... rates) {
        return Arrays.stream(rates).boxed().toList();
    }

    /** Three connections are shown to be enough and two not to be; a hundred threads may or may not do. */
    @Test
    void whether_fewer_threads_are_enough_is_told_and_does_not_keep_the_pool_from_being_recommended() {
        Settings two = FOUND.with(Knob.POOL, 2);
        Settings three = FOUND.with(Knob.POOL, 3);
        var trials = new ArrayList<Trial>(List.of(trial(1, Role.BASELINE, 10, 100, Optional.empty())));
        trials.add(switched(2, 2, FOUND, 100, 101, 100, 99, 100, 101, 99, 100));
        trials.add(switched(3, 2, three, 100, 100, 101, 100, 99, 100, 100, 101));
        trials.add(switched(4, 2, two, 66, 67, 66, 67, 66, 67, 66, 67));
        trials.add(switched(5, 5, three, 90, 110, 95, 105));
        trials.add(switched(6, 5, three.with(Knob.THREADS, 100), 108, 91, 106, 93));
        trials.add(trial(7, Role.CONFIRM, 3, 100, Optional.empty()));

        var ended = (Conclusion) search(ofBoth(Duration.ofMinutes(4), 1)).next(trials, Duration.ZERO);

        assertThat(ended.outcome()).as(ended.reasons().toString()).isEqualTo(Outcome.RECOMMENDED);
        assertThat(ended.recommended().orElseThrow().settings()).isEqualTo(three);
        assertThat(ended.smaller().orElseThrow().settings()).isEqualTo(two);
        assertThat(Language.EN.text(ended.reasons()))
                .anyMatch(reason -> reason.startsWith("Not smaller: pool 2 with threads 200 gives 66"))
                .anyMatch(reason -> reason.startsWith("Not decided: pool 3 with threads 100 gives "));
    }

    /** Two hundred threads cost what no queue explains. */
    @Test
    void initial_settings_that_the_model_does_not_explain_do_not_switch_it_off() {
        for (int seed = 1; seed <= SEEDS; seed++) {
            Duration budget = Duration.ofMinutes(4);
            var queue = new SimulatedQueue(
                    TWO_PROCESSORS,
                    new Workload.Closed(USERS, 0),
                    0.003,
                    (limits, rate) -> limits.threads() > 150 ? 0.6 * rate : rate);

            SimulatedQueue.Ended ended = queue.search(search(ofBoth(budget, seed)), budget, seed);

            assertThat(Language.EN.text(ended.conclusion().reasons()))
                    .contains(
                            "The queueing model does not explain pool 10, threads 200; it was fitted to the other settings.")
                    .noneMatch(reason -> reason.startsWith("The queueing model did not explain the trials"));
            assertThat(ended.conclusion()
                            .recommended()
                            .orElseThrow()
                            .settings()
                            .pool()
                            .orElseThrow())
                    .isBetween(3, 6);
        }
    }

    @Test
    void a_first_trial_that_was_not_steady_is_repeated_once() {
        Search search = search(problem(Duration.ofMinutes(4), 1));
        Duration left = Duration.ofMinutes(3);
        Trial unsteady = trial(1, Role.BASELINE, 10, 222, Optional.empty()).with(Flag.NOT_STEADY);

        var again = (TryNext) search.next(List.of(unsteady), left);
        var compared = (TryNext) search.next(
                List.of(
                        unsteady,
                        trial(2, Role.BASELINE, 10, 200, Optional.empty()).with(Flag.NOT_STEADY)),
                left);

        assertThat(again.plan().trials()).singleElement().satisfies(each -> {
            assertThat(each.role()).isEqualTo(Role.BASELINE);
            assertThat(each.settings()).isEqualTo(FOUND);
        });
        assertThat(compared.plan().switching()).isPresent();
    }
}
