package dev.poolfit.verdict.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.report.Language;
import dev.poolfit.verdict.diagnosis.EvidenceBuilder.Seen;
import java.util.Map;
import java.util.Set;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** How requests use connections, statements and locks is told beyond the noise, or not at all. */
class ConnectionRulesTest {
    private static final Assumptions EIGHT_CORES = EvidenceBuilder.cores(8, 8, true);

    /** Ten threads, each holding a connection nearly always, and computing in the service for {@code cores} of that. */
    private static Seen viewed(double held, double cores) {
        return Seen.at(20, 10).rate(500).using(10 * held, 0, 10).computing(cores, 0.5, 0.2);
    }

    @Test
    void a_connection_held_while_the_service_computes_is_open_in_view_or_a_long_transaction() {
        Finding finding = new EvidenceBuilder()
                .knowing(EIGHT_CORES)
                .saw(viewed(0.99, 3))
                .finding("osiv")
                .orElseThrow();

        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(Language.EN.text(finding.advice()))
                .contains("99 % of its time on a thread")
                .contains("open-in-view")
                .contains("transaction");
        assertThat(finding.evidence().get("serviceCpuWhileHeldMsAtLeast")).isBetween(4.0, 6.0);
    }

    @Test
    void where_open_in_view_is_off_the_transaction_is_named() {
        assertThat(Language.EN.text(new EvidenceBuilder()
                        .knowing(EIGHT_CORES)
                        .saw(viewed(0.99, 3).with(Knob.OPEN_IN_VIEW, false))
                        .finding("osiv")
                        .orElseThrow()
                        .advice()))
                .contains("A transaction spans the whole request")
                .doesNotContain("open-in-view");
    }

    @Test
    void a_connection_given_back_before_the_answer_is_written_is_none_of_that() {
        assertThat(new EvidenceBuilder()
                        .knowing(EIGHT_CORES)
                        .saw(viewed(0.92, 3))
                        .finding("osiv"))
                .as("the share's interval reaches below 0.9")
                .isEmpty();
    }

    @Test
    void a_long_query_alone_is_not_open_in_view() {
        assertThat(new EvidenceBuilder()
                        .knowing(EIGHT_CORES)
                        .saw(viewed(0.99, 0.5))
                        .finding("osiv"))
                .isEmpty();
    }

    @Test
    void without_the_count_of_busy_threads_open_in_view_is_not_suspected() {
        assertThat(new EvidenceBuilder()
                        .knowing(EIGHT_CORES)
                        .saw(viewed(0.99, 3).without(Metric.THREADS_BUSY))
                        .finding("osiv"))
                .isEmpty();
    }

    @Test
    void open_in_view_is_suspected_where_requests_waited_least() {
        Seen contended = Seen.at(5, 100).rate(480).using(5, 95, 100).computing(3, 0.5, 0.2);

        assertThat(new EvidenceBuilder()
                        .knowing(EIGHT_CORES)
                        .saw(viewed(0.99, 3))
                        .saw(contended)
                        .finding("osiv")
                        .orElseThrow()
                        .evidence())
                .containsEntry("waitMsPerRequest", 0.0);
    }

    @Test
    void what_open_in_view_costs_is_said_where_both_were_tried() {
        Seen on = viewed(0.9, 3).with(Knob.OPEN_IN_VIEW, true);
        Seen off = viewed(0.5, 3).with(Knob.OPEN_IN_VIEW, false).rate(560);
        Finding finding = new EvidenceBuilder()
                .knowing(EIGHT_CORES)
                .saw(on)
                .saw(off)
                .finding("osiv")
                .orElseThrow();

        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(Language.EN.text(finding.advice()))
                .startsWith("Open-in-view costs 11 % of the throughput: 500/s with it, 560/s without");
        assertThat(finding.evidence())
                .containsEntry("throughputWithOpenInView", 500.0)
                .containsEntry("throughputWithout", 560.0)
                .containsKeys("holdMsWithOpenInView", "holdMsWithout");
    }

    @Test
    void a_cost_of_open_in_view_within_the_noise_is_not_claimed() {
        Seen on = viewed(0.9, 3).with(Knob.OPEN_IN_VIEW, true);
        Seen off = viewed(0.5, 3).with(Knob.OPEN_IN_VIEW, false).rate(515);
        Finding finding = new EvidenceBuilder()
                .knowing(EIGHT_CORES)
                .saw(on)
                .saw(off)
                .finding("osiv")
                .orElseThrow();

        assertThat(finding.severity()).isEqualTo(Severity.INFO);
        assertThat(Language.EN.text(finding.advice()))
                .startsWith("No significant difference in throughput with open-in-view");
    }

    @Test
    void many_statements_are_told_with_the_caution_that_the_count_proves_nothing() {
        Seen stock = Seen.at(9, 100).rate(100);
        Finding finding = new EvidenceBuilder()
                .saw(stock.with(Metric.DATABASE_QUERIES, 1230))
                .finding("statements")
                .orElseThrow();

        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(Language.EN.text(finding.advice()))
                .contains("12 statements")
                .contains("proves nothing")
                .contains("N+1");
        assertThat(finding.evidence().get("statementsPerRequest")).isEqualTo(12.3);
        assertThat(new EvidenceBuilder()
                        .saw(stock.with(Metric.DATABASE_QUERIES, 1020))
                        .findings())
                .as("10.2 within their interval of 10")
                .isEmpty();
        assertThat(new EvidenceBuilder()
                        .saw(stock.without(Metric.DATABASE_QUERIES))
                        .findings())
                .isEmpty();
    }

    @Test
    void a_broken_closed_law_is_told_from_the_trials_that_were_set_aside_for_it() {
        Seen broken = Seen.at(10, 100).rate(80).response(1000, 2000).flagged(Flag.LITTLE_VIOLATED);
        Finding finding =
                new EvidenceBuilder().saw(broken).finding("closed-law").orElseThrow();

        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.evidence())
                .containsEntry("users", 100.0)
                .containsEntry("usersByTheLaw", 80.0)
                .containsEntry("trialsBroken", 2.0);
        assertThat(new EvidenceBuilder().saw(broken.response(1180, 2000)).findings())
                .as("5.6 %, within the rate's interval of 5 %")
                .isEmpty();
        assertThat(new EvidenceBuilder().saw(Seen.at(10, 100).rate(80)).findings())
                .as("no trial was set aside")
                .isEmpty();
    }

    @Test
    void a_hold_that_grows_while_the_databases_work_does_not_is_a_wait_for_locks() {
        Seen few = Seen.at(2, 100).rate(100).using(2, 0.5, 3).computing(0.2, 0.1, 0.05);
        Seen many = Seen.at(20, 100).rate(200).using(8, 0.5, 9).computing(0.4, 0.2, 0.1);

        Finding finding =
                new EvidenceBuilder().saw(few).saw(many).finding("lock-wait").orElseThrow();

        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(Language.EN.text(finding.advice()))
                .contains("From 2 to 8 connections in use the hold grows from 20 ms to 40 ms");
        assertThat(new EvidenceBuilder().saw(few).saw(many.using(5.2, 0.5, 9)).findings())
                .as("from 20 ms to 26 ms, within the intervals of a quarter")
                .isEmpty();
        assertThat(new EvidenceBuilder()
                        .saw(few)
                        .saw(many.using(8, 0.5, 9).computing(1.2, 0.3, 0.2))
                        .finding("lock-wait"))
                .as("busy CPUs lengthen a hold, too")
                .isEmpty();
        assertThat(new EvidenceBuilder()
                        .saw(few)
                        .saw(many.without(Metric.DATABASE_CPU))
                        .findings())
                .isEmpty();
    }

    /** Of a load in which settings take turns, whole seconds are counted: fewer than its setting held. */
    @Test
    void of_a_setting_that_took_turns_requests_are_counted_by_its_rate() {
        Trial whole = Seen.at(13, 19).rate(2400).with(Metric.ACQUISITIONS, 2440).trial(1);
        var counted =
                new Trial.Responses(whole.throughput(), whole.good() / 2, 0, whole.meanMs(), whole.p99Ms(), Map.of());
        var turns = new Trial(whole.identity(), whole.span(), counted, whole.readings(), Set.of());

        assertThat(Indicator.ACQUISITIONS.of(turns).orElseThrow()).isCloseTo(1.017, Offset.offset(0.001));
        assertThat(Indicator.ACQUISITIONS.of(turns))
                .hasValueCloseTo(Indicator.ACQUISITIONS.of(whole).orElseThrow(), Offset.offset(1e-6));
    }

    @Test
    void commits_that_share_flushes_where_more_connections_write_are_told_and_nothing_else_is() {
        Seen few = Seen.at(3, 100).rate(1500).using(3, 0.5, 4).with(Metric.DATABASE_TRANSACTIONS, 1500);
        Seen many = Seen.at(20, 100).rate(1940).using(18, 0.5, 19).with(Metric.DATABASE_TRANSACTIONS, 1940);

        Finding finding = new EvidenceBuilder()
                .saw(few.with(Metric.DATABASE_FLUSHES, 1460))
                .saw(many.with(Metric.DATABASE_FLUSHES, 1030))
                .finding("group-commit")
                .orElseThrow();

        assertThat(finding.severity()).isEqualTo(Severity.INFO);
        assertThat(Language.EN.text(finding.advice()))
                .startsWith("Commits share flushes of the disk: 1 a flush with 3 connections in use, 1.9 with 18.");
        assertThat(new EvidenceBuilder()
                        .saw(few.with(Metric.DATABASE_FLUSHES, 1460))
                        .saw(many.with(Metric.DATABASE_FLUSHES, 1800))
                        .finding("group-commit"))
                .as("each commit still has its own")
                .isEmpty();
        assertThat(new EvidenceBuilder()
                        .saw(few.with(Metric.DATABASE_FLUSHES, 30))
                        .saw(many.with(Metric.DATABASE_FLUSHES, 10))
                        .finding("group-commit"))
                .as("most only read")
                .isEmpty();
        assertThat(new EvidenceBuilder()
                        .saw(few.with(Metric.DATABASE_FLUSHES, 1460))
                        .saw(many.rate(1400).with(Metric.DATABASE_FLUSHES, 750))
                        .finding("group-commit"))
                .as("it brings nothing")
                .isEmpty();
    }

    @Test
    void a_hold_that_grows_with_the_databases_work_is_coherence() {
        Seen few = Seen.at(2, 100).rate(100).using(2, 0.5, 3).computing(0.2, 0.2, 0.05);
        Seen many = Seen.at(20, 100).rate(200).using(8, 0.5, 9).computing(0.4, 0.8, 0.1);

        assertThat(Language.EN.text(new EvidenceBuilder()
                        .saw(few)
                        .saw(many)
                        .finding("coherence")
                        .orElseThrow()
                        .advice()))
                .contains("from 2.0 ms to 4.0 ms")
                .contains("Keep the pool small");
        assertThat(new EvidenceBuilder()
                        .saw(few)
                        .saw(many.computing(0.4, 0.52, 0.1))
                        .finding("coherence"))
                .as("2.6 ms, within the intervals of a quarter more")
                .isEmpty();
    }

    @Test
    void more_connections_than_threads_are_nested_ones_and_the_safe_pool_is_said() {
        Finding finding = new EvidenceBuilder()
                .saw(Seen.at(30, 16).rate(100).using(24, 0, 16).with(Metric.ACQUISITIONS, 200))
                .finding("nested-connections")
                .orElseThrow();

        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.evidence())
                .containsEntry("connectionsPerRequest", 2.0)
                .containsEntry("poolSafeFromDeadlock", 17.0);
        assertThat(Language.EN.text(finding.advice())).contains("a pool of at least 17 is free of deadlock");
    }

    @Test
    void several_connections_a_request_alone_are_said_and_not_warned_of() {
        Seen twice = Seen.at(30, 100).rate(100).using(24, 0, 60);

        assertThat(new EvidenceBuilder()
                        .saw(twice.with(Metric.ACQUISITIONS, 200))
                        .finding("nested-connections")
                        .orElseThrow()
                        .severity())
                .isEqualTo(Severity.INFO);
        assertThat(new EvidenceBuilder()
                        .saw(twice.with(Metric.ACQUISITIONS, 112))
                        .findings())
                .as("1.12 within its interval of 1.1")
                .isEmpty();
        assertThat(new EvidenceBuilder().saw(twice.without(Metric.ACQUISITIONS)).findings())
                .isEmpty();
    }

    @Test
    void a_wait_that_is_far_longer_for_some_is_barging() {
        Seen unfair = Seen.at(10, 100).rate(100).response(900, 3200).with(Metric.POOL_PENDING, 80);

        Finding finding = new EvidenceBuilder().saw(unfair).finding("barging").orElseThrow();

        assertThat(Language.EN.text(finding.advice())).contains("Lower the number of worker threads");
        assertThat(finding.evidence().get("p99WaitByMeanWait")).isBetween(3.8, 3.9);
        assertThat(new EvidenceBuilder().saw(unfair.response(900, 2500)).findings())
                .as("three times the mean within its interval")
                .isEmpty();
        assertThat(new EvidenceBuilder()
                        .saw(unfair.response(900, 3200).without(Metric.POOL_PENDING))
                        .findings())
                .isEmpty();
    }
}
