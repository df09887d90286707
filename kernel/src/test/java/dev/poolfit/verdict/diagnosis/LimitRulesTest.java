package dev.poolfit.verdict.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Metric;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.model.fit.Forecast;
import dev.poolfit.model.fit.Parameter;
import dev.poolfit.model.fit.Parameter.Key;
import dev.poolfit.model.fit.Prediction;
import dev.poolfit.model.simulation.SteadyStates;
import dev.poolfit.model.solver.Bound;
import dev.poolfit.testing.Parts;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.diagnosis.EvidenceBuilder.Seen;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What limits a setting is named beyond the noise of its figures, never without the probes that show it. */
class LimitRulesTest {
    /** A database that needs 6.6 ms of CPU a request, on a machine whose two cores all share. */
    static Seen board(double machine) {
        return Seen.at(5, 6)
                .rate(245)
                .using(5, 0.9, 6)
                .computing(0.3, machine - 0.35, 0.05)
                .with(Metric.DATABASE_QUERIES, 1640);
    }

    /** A delay of 50 ms in the hold, on the same machine. */
    private static Seen stock() {
        return Seen.at(9, 100).rate(162).using(9, 91, 100).computing(0.5, 0.2, 0.1);
    }

    @Test
    void no_two_parameters_share_a_symbol() {
        assertThat(Key.values()).extracting(Key::symbol).doesNotHaveDuplicates();
    }

    @Test
    void the_service_is_the_limit_where_it_takes_most_of_the_machine() {
        Seen posts = Seen.at(10, 50).rate(300).using(6, 0, 50).computing(1.5, 0.3, 0.1);
        Finding finding = new EvidenceBuilder()
                .ended(Outcome.UNREACHABLE)
                .wanting(500)
                .saw(posts)
                .finding("service-bound")
                .orElseThrow();

        assertThat(finding.severity()).isEqualTo(Severity.BLOCKING);
        assertThat(Parts.keys(finding.advice())).contains("advice.service-bound.first");
        assertThat(Parts.figures(finding.advice())).contains(5.0);
        assertThat(new EvidenceBuilder().saw(posts.computing(1.3, 0.3, 0.1)).finding("service-bound"))
                .isEmpty();
    }

    @Test
    void a_load_generator_that_takes_most_of_the_machine_is_neither() {
        assertThat(new EvidenceBuilder()
                        .saw(Seen.at(10, 50).rate(300).using(6, 0, 50).computing(0.6, 0.5, 0.85))
                        .findings())
                .isEmpty();
    }

    @Test
    void a_full_pool_beside_idle_cpus_is_the_hold_and_the_delay_is_told_from_the_databases_work() {
        Finding finding =
                new EvidenceBuilder().saw(stock()).finding("hold-bound").orElseThrow();

        assertThat(finding.severity()).isEqualTo(Severity.INFO);
        assertThat(Parts.keys(finding.advice())).contains("advice.hold-bound.waits", "advice.hold-bound.shorten");
        assertThat(finding.evidence()).containsEntry("pool", 9.0);
        assertThat(finding.evidence().get("heldWithoutCpuMsAtLeast")).isBetween(48.0, 52.0);
    }

    @Test
    void a_hold_is_the_limit_only_while_the_cpus_certainly_have_room() {
        assertThat(new EvidenceBuilder().saw(stock().computing(0.9, 0.3, 0.1)).finding("hold-bound"))
                .isPresent();
        assertThat(new EvidenceBuilder().saw(stock().computing(0.95, 0.33, 0.1)).finding("hold-bound"))
                .isEmpty();
    }

    /** What the connections wait for is the limit where half of them gave hardly less. */
    @Test
    void a_full_pool_is_not_the_limit_where_a_much_smaller_or_larger_one_gave_about_as_much() {
        Seen half = Seen.at(4, 100).using(4, 96, 100).computing(0.3, 0.2, 0.1);
        Seen twice = Seen.at(18, 100).using(18, 82, 100).computing(0.3, 0.2, 0.1);

        assertThat(new EvidenceBuilder().saw(half.rate(75)).saw(stock()).finding("hold-bound"))
                .isPresent();
        assertThat(new EvidenceBuilder().saw(half.rate(150)).saw(stock()).finding("hold-bound"))
                .isEmpty();
        assertThat(new EvidenceBuilder().saw(twice.rate(164)).saw(stock()).finding("hold-bound"))
                .isEmpty();
    }

    @Test
    void a_pool_with_connections_to_spare_is_not_the_limit() {
        assertThat(new EvidenceBuilder().saw(stock().using(8.3, 91, 100)).finding("hold-bound"))
                .isEmpty();
        assertThat(new EvidenceBuilder().saw(stock().using(9, 0.9, 10)).finding("hold-bound"))
                .isEmpty();
    }

    @Test
    void a_hold_blocks_where_the_largest_pool_that_is_allowed_does_not_do() {
        Seen full = Seen.at(60, 100).rate(96).using(60, 40, 100).computing(0.3, 0.2, 0.1);

        Finding finding = new EvidenceBuilder()
                .ended(Outcome.UNREACHABLE)
                .saw(full)
                .finding("hold-bound")
                .orElseThrow();

        assertThat(finding.severity()).isEqualTo(Severity.BLOCKING);
        assertThat(Parts.keys(finding.advice())).contains("advice.hold-bound.first", "advice.hold-bound.needs");
        assertThat(Parts.figures(finding.advice())).contains(150.0, 400.0);
    }

    @Test
    void where_no_cpu_was_read_and_no_model_fitted_the_hold_is_not_named() {
        assertThat(new EvidenceBuilder()
                        .saw(Seen.at(9, 100).rate(162).using(9, 91, 100))
                        .findings())
                .isEmpty();
    }

    @Test
    void idle_threads_and_connections_say_nothing_of_the_most_that_a_service_can_do() {
        Seen idle = Seen.at(10, 200).rate(80).using(4, 0, 12).computing(0.3, 0.2, 0.1);
        Finding finding = new EvidenceBuilder()
                .wantingTheMost()
                .saw(idle)
                .finding("load-bound")
                .orElseThrow();

        assertThat(finding.severity()).as("no pool is the cause").isEqualTo(Severity.BLOCKING);
        assertThat(Parts.keys(finding.advice())).contains("advice.load-bound.max");
        assertThat(new EvidenceBuilder()
                        .wantingTheMost()
                        .saw(idle)
                        .saw(Seen.at(2, 200).rate(79).using(2, 6, 12).computing(0.3, 0.2, 0.1))
                        .findings())
                .as("half the connections give as much")
                .noneMatch(each -> each.rule().equals("load-bound"));
        assertThat(new EvidenceBuilder()
                        .wantingTheMost()
                        .saw(idle.using(8.8, 0, 12))
                        .findings())
                .as("active within its interval of all")
                .isEmpty();
        assertThat(new EvidenceBuilder()
                        .wantingTheMost()
                        .saw(idle.using(4, 0, 185))
                        .findings())
                .as("threads within their interval of all")
                .isEmpty();
        assertThat(new EvidenceBuilder()
                        .wantingTheMost()
                        .saw(idle.without(Metric.THREADS_BUSY))
                        .findings())
                .isEmpty();
    }

    @Test
    void users_who_hardly_do_anything_but_think_are_the_limit_whatever_the_cpus_do() {
        Seen unread = Seen.at(10, 200).rate(97).using(4, 0, 5);
        EvidenceBuilder thinking = new EvidenceBuilder().users(100).thinking(Duration.ofSeconds(1));
        Finding finding =
                thinking.wantingTheMost().saw(unread).finding("load-bound").orElseThrow();

        assertThat(Parts.keys(finding.advice())).contains("advice.load-bound.think.max");
        assertThat(Parts.figures(finding.advice())).contains(100.0, 97.0);
        assertThat(new EvidenceBuilder()
                        .users(100)
                        .thinking(Duration.ofMillis(500))
                        .wantingTheMost()
                        .saw(unread)
                        .finding("load-bound"))
                .as("they could send twice as much")
                .isEmpty();
    }

    @Test
    void a_rate_that_was_asked_for_and_served_is_no_lack_of_load() {
        assertThat(new EvidenceBuilder()
                        .wanting(80)
                        .saw(Seen.at(10, 200).rate(80).using(4, 0, 12).computing(0.3, 0.2, 0.1))
                        .findings())
                .isEmpty();
    }

    @Test
    void trials_that_do_not_count_show_nothing() {
        assertThat(new EvidenceBuilder().saw(stock().flagged(Flag.NOT_STEADY)).findings())
                .isEmpty();
    }

    @Test
    void two_steady_states_of_the_model_are_told_with_the_pool_that_has_one() {
        Settings settings = Settings.ofPoolAndThreads(9, 100);
        var rate = new Interval(100, 80, 120);
        var none = new Interval(0, 0, 0);
        var states = new SteadyStates(new Interval(120, 118, 122), new Interval(80, 78, 82), 7);
        var prediction = new Prediction(settings, rate, rate, rate, none, Bound.CONTENTION, false, Optional.of(states));

        Finding finding = new EvidenceBuilder()
                .forecasting(forecast(true, prediction))
                .saw(stock())
                .finding("two-states")
                .orElseThrow();

        assertThat(finding.evidence())
                .containsEntry("throughputFromIdle", 120.0)
                .containsEntry("largestPoolWithOneState", 7.0);
        assertThat(new EvidenceBuilder()
                        .forecasting(forecast(false, prediction))
                        .saw(stock())
                        .finding("two-states"))
                .as("by a model that does not explain the trials")
                .isEmpty();
    }

    @Test
    void where_the_cores_are_not_known_the_fitted_model_may_name_the_hold() {
        var rate = new Interval(162, 160, 164);
        var prediction = new Prediction(
                Settings.ofPoolAndThreads(9, 100), rate, rate, rate, new Interval(0, 0, 0), Bound.HOLD, false);
        var evidence = new EvidenceBuilder().knowing(Assumptions.NONE).saw(stock());

        assertThat(evidence.finding("hold-bound")).isEmpty();
        assertThat(evidence.forecasting(forecast(true, prediction)).finding("hold-bound"))
                .isPresent();
    }

    static Forecast forecast(boolean explains, Prediction prediction, Parameter... parameters) {
        return new Forecast(
                explains,
                Message.verbatim(""),
                List.of(parameters),
                List.of(),
                List.of(),
                List.of(prediction),
                List.of(),
                Optional.empty(),
                List.of());
    }

    @Test
    void the_most_severe_finding_comes_first() {
        assertThat(new EvidenceBuilder()
                        .ended(Outcome.UNREACHABLE)
                        .wanting(400)
                        .saw(board(1.95).with(Metric.DATABASE_QUERIES, 245 * 30))
                        .findings())
                .extracting(Finding::rule)
                .containsExactly("database-bound", "statements");
    }
}
