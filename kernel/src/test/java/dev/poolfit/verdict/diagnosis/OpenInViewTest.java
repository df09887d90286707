package dev.poolfit.verdict.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.evidence.Metric;
import dev.poolfit.experiment.Knob;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.testing.Parts;
import dev.poolfit.verdict.diagnosis.EvidenceBuilder.Seen;
import org.junit.jupiter.api.Test;

/** Open-in-view is suspected where a connection is held while nobody works with it, and its cost is said where it was tried. */
class OpenInViewTest {
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
        assertThat(Parts.keys(finding.advice())).contains("advice.osiv.held", "advice.osiv.either");
        assertThat(finding.evidence().get("serviceCpuWhileHeldMsAtLeast")).isBetween(4.0, 6.0);
    }

    @Test
    void where_open_in_view_is_off_the_transaction_is_named() {
        assertThat(Parts.keys(new EvidenceBuilder()
                        .knowing(EIGHT_CORES)
                        .saw(viewed(0.99, 3).with(Knob.OPEN_IN_VIEW, false))
                        .finding("osiv")
                        .orElseThrow()
                        .advice()))
                .contains("advice.osiv.transaction")
                .doesNotContain("advice.osiv.either");
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
        assertThat(Parts.keys(finding.advice())).contains("advice.osiv.costs");
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
        assertThat(Parts.keys(finding.advice())).contains("advice.osiv.same");
    }
}
