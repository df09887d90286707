package dev.poolfit.verdict.diagnosis;

import static dev.poolfit.verdict.diagnosis.LimitRulesTest.board;
import static dev.poolfit.verdict.diagnosis.LimitRulesTest.forecast;
import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Metric;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.Parameter;
import dev.poolfit.model.fit.Parameter.Key;
import dev.poolfit.model.fit.Parameter.Origin;
import dev.poolfit.model.fit.Prediction;
import dev.poolfit.model.solver.Bound;
import dev.poolfit.testing.Parts;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.diagnosis.EvidenceBuilder.Seen;
import org.junit.jupiter.api.Test;

/** A database is named as the limit where its own CPU shows it, and only there. */
class DatabaseLimitTest {
    @Test
    void a_goal_that_the_database_cannot_reach_blocks_and_says_what_a_request_costs_it() {
        Finding finding = new EvidenceBuilder()
                .ended(Outcome.UNREACHABLE)
                .wanting(400)
                .saw(board(1.95).with(Metric.DATABASE_ROWS, 245 * 3000.0).with(Metric.DATABASE_TEMPORARY, 245))
                .finding("database-bound")
                .orElseThrow();

        assertThat(finding.severity()).isEqualTo(Severity.BLOCKING);
        assertThat(Parts.keys(finding.advice())).contains("advice.database-bound.first", "advice.cpu-allows");
        assertThat(finding.evidence())
                .containsEntry("machineCores", 2.0)
                .containsEntry("throughputWanted", 400.0)
                .containsKeys("databaseCpuMsPerRequest", "databaseCpuCores", "rowsReadPerRequest");
    }

    @Test
    void a_goal_that_is_reached_is_not_blocked_by_a_busy_database() {
        Finding finding =
                new EvidenceBuilder().saw(board(1.95)).finding("database-bound").orElseThrow();

        assertThat(finding.severity()).isEqualTo(Severity.INFO);
        assertThat(Parts.keys(finding.advice()))
                .contains("advice.database-bound.more")
                .doesNotContain("advice.database-bound.enough");
    }

    @Test
    void how_many_connections_are_enough_is_told_from_a_hold_that_no_busy_cpu_lengthened() {
        Seen quiet = Seen.at(1, 6).rate(100).using(1, 3, 5).computing(0.1, 0.6, 0.1);
        Finding finding = new EvidenceBuilder()
                .saw(quiet)
                .saw(board(1.95))
                .finding("database-bound")
                .orElseThrow();

        assertThat(finding.evidence()).as("2 × (1 + 4 ÷ 6.5) + 2").containsEntry("largestUsefulPool", 6.0);
        assertThat(Parts.keys(finding.advice())).contains("advice.database-bound.enough");
    }

    @Test
    void a_delay_that_is_not_identifiable_is_not_replaced_by_the_noise_of_runs() {
        var delay =
                new Parameter(Message.verbatim("delay"), Key.DELAY, new Interval(30, 1, 60), Origin.NOT_IDENTIFIABLE);
        var noise = new Parameter(Message.verbatim("noise"), Key.RUN_NOISE, new Interval(40, 40, 40), Origin.FITTED);
        var rate = new Interval(245, 240, 250);
        var prediction = new Prediction(
                Settings.ofPoolAndThreads(5, 6), rate, rate, rate, new Interval(0, 0, 0), Bound.DATABASE_CPU, false);
        Finding finding = new EvidenceBuilder()
                .forecasting(forecast(true, prediction, delay, noise))
                .saw(board(1.95))
                .finding("database-bound")
                .orElseThrow();

        assertThat(finding.evidence())
                .as("2 × (1 + 40 ÷ 6.5) + 2 = 17 before symbols were typed: both were called s")
                .doesNotContainKey("largestUsefulPool");
    }

    @Test
    void a_search_that_ended_too_soon_blocks_only_where_the_cpu_cannot_allow_the_rate() {
        var evidence = new EvidenceBuilder().ended(Outcome.INCONCLUSIVE).saw(board(1.95));

        assertThat(evidence.wanting(400).finding("database-bound").orElseThrow().severity())
                .isEqualTo(Severity.BLOCKING);
        assertThat(evidence.wanting(252).finding("database-bound").orElseThrow().severity())
                .isEqualTo(Severity.WARNING);
    }

    @Test
    void a_database_is_the_limit_only_beyond_the_interval() {
        assertThat(new EvidenceBuilder().saw(board(1.8)).finding("database-bound"))
                .isPresent();
        assertThat(new EvidenceBuilder().saw(board(1.72)).findings()).isEmpty();
    }

    @Test
    void what_else_runs_on_the_machine_is_not_the_database() {
        assertThat(new EvidenceBuilder()
                        .saw(board(1.2).with(Metric.HOST_CPU, 2.0))
                        .finding("database-bound"))
                .isEmpty();
    }

    @Test
    void without_the_databases_cpu_nobody_is_said_to_be_busy() {
        assertThat(new EvidenceBuilder()
                        .saw(board(1.95).without(Metric.DATABASE_CPU))
                        .findings())
                .isEmpty();
    }

    @Test
    void a_database_on_a_machine_of_its_own_is_held_against_its_own_cores() {
        var apart = EvidenceBuilder.cores(8, 2, false);

        assertThat(new EvidenceBuilder().knowing(apart).saw(board(2.15)).finding("database-bound"))
                .isPresent();
        assertThat(new EvidenceBuilder().knowing(apart).saw(board(2.07)).finding("database-bound"))
                .isEmpty();
    }
}
