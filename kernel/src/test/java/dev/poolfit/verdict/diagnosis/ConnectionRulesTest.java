package dev.poolfit.verdict.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Trial;
import dev.poolfit.testing.Parts;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.diagnosis.EvidenceBuilder.Seen;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** How requests use connections, statements and locks is told beyond the noise, or not at all. */
class ConnectionRulesTest {

    @Test
    void many_statements_are_told_with_the_caution_that_the_count_proves_nothing() {
        Seen stock = Seen.at(9, 100).rate(100);
        Finding finding = new EvidenceBuilder()
                .saw(stock.with(Metric.DATABASE_QUERIES, 1230))
                .finding("statements")
                .orElseThrow();

        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(Parts.keys(finding.advice())).contains("advice.statements");
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
        assertThat(Parts.of(finding.advice()))
                .filteredOn(each -> each.key().equals("advice.growth"))
                .singleElement()
                .satisfies(growth -> assertThat(Parts.figures(growth)).containsSequence(20.0, 40.0));
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
        Trial turns = TrialBuilder.like(whole).good(whole.good() / 2).build();

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
        assertThat(Parts.keys(finding.advice())).contains("advice.group-commit");
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

        Message coherence = new EvidenceBuilder()
                .saw(few)
                .saw(many)
                .finding("coherence")
                .orElseThrow()
                .advice();
        assertThat(Parts.keys(coherence)).contains("advice.coherence");
        assertThat(Parts.figures(coherence)).contains(2.0, 4.0);
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
        assertThat(Parts.keys(finding.advice())).contains("advice.nested-connections.floor");
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

        assertThat(Parts.keys(finding.advice())).contains("advice.barging");
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
