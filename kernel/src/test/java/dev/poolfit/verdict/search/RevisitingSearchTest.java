package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Earlier;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Capacity;
import dev.poolfit.model.Demand;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.Variation;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Role;
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Rate;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.diagnosis.EvidenceBuilder;
import dev.poolfit.verdict.earlier.Revisit;
import dev.poolfit.verdict.earlier.RevisitingSearch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An earlier table is tried after the answer, and changes nothing of it. */
class RevisitingSearchTest {
    private static final int USERS = 100;
    private static final Duration BUDGET = Duration.ofMinutes(5);
    private static final Assumptions KNOWN = EvidenceBuilder.cores(4, 4, false);
    private static final SearchProblem QUESTION = problem();

    private static SimulatedQueue queue() {
        var service = new ServiceModel(
                new Demand(0.001, 0.001, 0.002, 0.05, 1, false), new Capacity(4, 4, 0, 0), 0.3, Variation.USUAL);
        return SimulatedQueue.of(service, USERS, 0.01);
    }

    private static SearchProblem problem() {
        var request =
                new Load.Request("GET", "http://127.0.0.1/", 1, Map.of(), Optional.empty(), new IntRange(200, 399));
        return new SearchProblem(
                new SearchSpace(Map.of(Knob.POOL, new IntRange(2, 60))),
                new Goal(Optional.of(new Rate(150)), Optional.empty(), Optional.empty()),
                new Load(new Load.Users(USERS), Duration.ZERO, List.of(request), Duration.ofSeconds(60), Set.of()),
                Settings.ofPoolAndThreads(5, 100),
                OptionalInt.of(40),
                BUDGET,
                1);
    }

    private static Earlier table(int... pools) {
        return new Earlier(
                "by hand",
                IntStream.of(pools)
                        .mapToObj(pool -> new Earlier.Row(Settings.of(Knob.POOL, pool), new Rate(8 * pool)))
                        .toList());
    }

    private static Search inner() {
        return new ModelGuidedSearch(QUESTION, KNOWN).withoutForecasts();
    }

    private static List<Settings> revisited(List<PlannedTrial> planned) {
        return planned.stream()
                .filter(each -> each.role() == Role.REVISIT)
                .map(PlannedTrial::settings)
                .toList();
    }

    @Test
    void each_row_is_tried_once_after_the_answer_which_stays_as_it_was() {
        var alone = queue().search(inner(), BUDGET, 1);
        var ended = queue().search(new RevisitingSearch(inner(), QUESTION, table(12, 20), any -> false), BUDGET, 1);

        assertThat(revisited(ended.planned()))
                .containsExactlyInAnyOrder(Settings.ofPoolAndThreads(12, 100), Settings.ofPoolAndThreads(20, 100));
        assertThat(ended.planned().subList(0, alone.planned().size())).isEqualTo(alone.planned());
        assertThat(ended.conclusion().choice()).isEqualTo(alone.conclusion().choice());
        assertThat(ended.conclusion().grounds()).isEqualTo(alone.conclusion().grounds());
    }

    @Test
    void what_is_predicted_for_a_row_is_what_is_then_measured() {
        Earlier table = table(12, 20);
        var ended = queue().search(new RevisitingSearch(inner(), QUESTION, table, any -> false), BUDGET, 1);

        assertThat(Revisit.of(table, QUESTION, KNOWN, ended.trials()))
                .hasSize(2)
                .allSatisfy(row -> {
                    double measured = row.measured().orElseThrow().mean();
                    assertThat(row.predicted().orElseThrow().mean()).isCloseTo(measured, within(0.05 * measured));
                    assertThat(row.then()).isEqualTo(8.0 * row.settings().pool().orElseThrow());
                });
    }

    @Test
    void a_row_above_the_ceiling_is_predicted_and_never_tried() {
        Earlier table = table(12, 50);
        var ended = queue().search(new RevisitingSearch(inner(), QUESTION, table, any -> false), BUDGET, 1);

        assertThat(revisited(ended.planned())).containsExactly(Settings.ofPoolAndThreads(12, 100));
        Revisit above = Revisit.of(table, QUESTION, KNOWN, ended.trials()).get(1);
        assertThat(above.predicted()).isPresent();
        assertThat(above.measured()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {9, 0, -200})
    void without_time_left_nothing_is_tried(long seconds) {
        var done = queue().search(inner(), BUDGET, 1);
        Duration left = Duration.ofSeconds(seconds);

        assertThat(new RevisitingSearch(inner(), QUESTION, table(12), any -> false).next(done.trials(), left))
                .isInstanceOf(Conclusion.class);
    }

    @Test
    void rows_are_tried_by_the_rule_of_the_earlier_table_and_the_rules_of_the_search_end_it() {
        var search = new RevisitingSearch(inner(), QUESTION, table(12), any -> false);
        var done = queue().search(search, BUDGET, 1);
        List<Trial> answered = Revisit.decisive(done.trials());

        assertThat(search.next(List.of(), BUDGET).trace().chain()).hasToString("no-answer-yet › initial-settings");
        assertThat(search.next(answered, BUDGET).trace().chain()).hasToString("earlier-table");
        assertThat(done.conclusion().trace().chain()).hasToString("verdict › verdict");
    }
}
