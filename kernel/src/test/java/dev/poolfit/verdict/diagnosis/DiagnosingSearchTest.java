package dev.poolfit.verdict.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
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
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Message;
import dev.poolfit.units.Rate;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.search.ModelGuidedSearch;
import dev.poolfit.verdict.search.Search;
import dev.poolfit.verdict.search.SimulatedQueue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A search over a simulated service ends with what limits it, and says so again when it is asked again. */
class DiagnosingSearchTest {
    private static final int USERS = 100;
    private static final Assumptions KNOWN = EvidenceBuilder.cores(4, 4, false);

    private static ServiceModel service(double databaseCpu, double delay) {
        return new ServiceModel(
                new Demand(0.001, 0.001, databaseCpu, delay, 1, false), new Capacity(4, 4, 0, 0), 0.3, Variation.USUAL);
    }

    private static SearchProblem problem(double rate) {
        var request =
                new Load.Request("GET", "http://127.0.0.1/", 1, Map.of(), Optional.empty(), new IntRange(200, 399));
        return new SearchProblem(
                new SearchSpace(Map.of(Knob.POOL, new IntRange(2, 60))),
                new Goal(Optional.of(new Rate(rate)), Optional.empty(), Optional.empty()),
                new Load(new Load.Users(USERS), Duration.ZERO, List.of(request), Duration.ofSeconds(60), Set.of()),
                Settings.ofPoolAndThreads(5, 100),
                OptionalInt.empty(),
                Duration.ofMinutes(5),
                1);
    }

    private static Search search(double rate) {
        SearchProblem problem = problem(rate);
        return new DiagnosingSearch(new ModelGuidedSearch(problem, KNOWN), problem, KNOWN);
    }

    private static final SimulatedQueue.Ended SLOW_QUERY =
            SimulatedQueue.of(service(0.08, 0), USERS, 0.01).search(search(150), Duration.ofMinutes(5), 1);

    @Test
    void a_delay_in_the_hold_is_told_beside_the_recommended_pool() {
        var ended = SimulatedQueue.of(service(0.002, 0.05), USERS, 0.01).search(search(150), Duration.ofMinutes(5), 1);

        assertThat(ended.conclusion().outcome()).isEqualTo(Outcome.RECOMMENDED);
        assertThat(ended.conclusion().findings()).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo("hold-bound");
            assertThat(finding.severity()).isEqualTo(Severity.INFO);
            assertThat(finding.evidence()).containsKey("heldWithoutCpuMsAtLeast");
        });
    }

    @Test
    void a_database_that_cannot_serve_the_goal_blocks_before_and_not_after_the_query_is_mended() {
        var before = SLOW_QUERY;
        var after = SimulatedQueue.of(service(0.008, 0), USERS, 0.01).search(search(150), Duration.ofMinutes(5), 1);

        assertThat(before.conclusion().outcome()).isNotEqualTo(Outcome.RECOMMENDED);
        assertThat(before.conclusion().findings().get(0).rule()).isEqualTo("database-bound");
        assertThat(before.conclusion().findings().get(0).severity()).isEqualTo(Severity.BLOCKING);
        assertThat(after.conclusion().outcome()).isEqualTo(Outcome.RECOMMENDED);
        assertThat(after.conclusion().findings()).extracting(Finding::severity).doesNotContain(Severity.BLOCKING);
    }

    @Test
    void asked_again_about_the_same_trials_it_says_the_same() {
        var again = (Conclusion) search(150).next(SLOW_QUERY.trials(), Duration.ZERO);

        assertThat(again.findings())
                .isEqualTo(SLOW_QUERY.conclusion().findings())
                .isNotEmpty();
    }

    private static Finding finding(String rule, Severity severity) {
        return new Finding(rule, severity, Map.of(), Message.verbatim(rule));
    }

    @Test
    void a_full_database_comes_before_the_query_that_fills_it_and_what_is_graver_before_both() {
        Finding query = finding("held-by-database", Severity.WARNING);
        Finding full = finding("database-bound", Severity.WARNING);
        Finding statements = finding("statements", Severity.WARNING);
        Finding view = finding("held-by-after", Severity.WARNING);
        Finding nested = finding("nested-connections", Severity.BLOCKING);
        Finding means = finding("nested-connections", Severity.WARNING);

        assertThat(DiagnosingSearch.findings(List.of(query), List.of(full, statements), Optional.empty()))
                .containsExactly(full, query, statements);
        assertThat(DiagnosingSearch.findings(List.of(nested, query), List.of(full, means), Optional.empty()))
                .as("what is told of each hold is not told again from means")
                .containsExactly(nested, full, query);
        assertThat(DiagnosingSearch.findings(List.of(view), List.of(full.with(Severity.INFO)), Optional.empty()))
                .containsExactly(view, full.with(Severity.INFO));
    }

    @Test
    void who_holds_connections_comes_first_unless_the_load_is_the_limit() {
        List<Finding> holders = List.of(finding("held-by-sleep", Severity.BLOCKING));
        List<Finding> cpu = List.of(finding("database-bound", Severity.BLOCKING));
        List<Finding> load = List.of(finding("load-bound", Severity.BLOCKING));

        assertThat(DiagnosingSearch.findings(holders, cpu, Optional.empty()))
                .containsExactly(holders.get(0), cpu.get(0));
        assertThat(DiagnosingSearch.findings(holders, load, Optional.empty()))
                .containsExactly(load.get(0), finding("held-by-sleep", Severity.INFO));
        Finding nested = finding("nested-connections", Severity.BLOCKING);
        assertThat(DiagnosingSearch.findings(List.of(nested), load, Optional.empty()))
                .as("a pool can stand still under any load")
                .containsExactly(nested, load.get(0));
    }
}
