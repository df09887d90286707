package dev.poolfit.verdict.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.evidence.Metric;
import dev.poolfit.testing.Parts;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.diagnosis.EvidenceBuilder.Seen;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is full comes before the setting where no pool size changes the highest rate by more than the margin, and only there. */
class FlatRateTest {
    private static final FlatRate FLAT = new FlatRate(2, 10, 13);

    private static Seen at(int pool, double rate) {
        return Seen.at(pool, 20).rate(rate).using(pool, 9, 20).computing(0.2, 1.6, 0.1);
    }

    private static EvidenceBuilder full(double initial, double between, double answer) {
        return new EvidenceBuilder()
                .wantingTheMost()
                .saw(at(10, initial))
                .saw(at(5, between))
                .saw(at(2, answer));
    }

    private static Finding database(EvidenceBuilder evidence) {
        return evidence.finding("database-bound").orElseThrow();
    }

    @Test
    void a_full_database_stands_before_a_pool_size_that_changes_nothing() {
        Finding first = full(13.1, 13.2, 13).findings().get(0);

        assertThat(first.rule()).isEqualTo("database-bound");
        assertThat(first.severity()).isEqualTo(Severity.BLOCKING);
        assertThat(Parts.keys(first.advice())).contains("advice.flat.database", "advice.flat");
        assertThat(Parts.figures(first.advice())).contains(13.0);
        assertThat(Parts.of(first.advice())).contains(Message.of("advice.flat", 2, 10));
    }

    @Test
    void a_size_that_gives_more_or_less_shows_that_the_pool_matters() {
        assertThat(database(full(13.1, 14, 13)).severity()).isEqualTo(Severity.INFO);
        assertThat(database(full(11, 13, 13)).severity()).isEqualTo(Severity.INFO);
    }

    @Test
    void means_alone_show_nothing() {
        assertThat(database(full(13.3, 13, 13)).severity())
                .as("the interval reaches beyond the margin of 3 %")
                .isEqualTo(Severity.INFO);
    }

    @Test
    void below_the_initial_size_alone_it_is_not_shown() {
        var evidence = new EvidenceBuilder()
                .wantingTheMost()
                .saw(at(10, 20))
                .saw(at(5, 13))
                .saw(at(2, 13));

        assertThat(database(evidence).severity()).isEqualTo(Severity.INFO);
    }

    @Test
    void a_rate_that_was_asked_for_and_reached_is_no_limit() {
        assertThat(database(full(13.1, 13.2, 13).wanting(12)).severity()).isEqualTo(Severity.INFO);
    }

    @Test
    void the_service_is_named_where_it_is_full() {
        Seen few = Seen.at(2, 20).rate(300).using(2, 9, 20).computing(1.6, 0.2, 0.1);
        Seen many = Seen.at(10, 20).rate(301).using(9, 1, 20).computing(1.6, 0.2, 0.1);
        Finding first = new EvidenceBuilder()
                .wantingTheMost()
                .saw(many)
                .saw(few)
                .findings()
                .get(0);

        assertThat(first.rule()).isEqualTo("service-bound");
        assertThat(first.severity()).isEqualTo(Severity.BLOCKING);
        assertThat(Parts.keys(first.advice())).contains("advice.flat.service");
    }

    private static Finding finding(String rule, Severity severity, double share) {
        return new Finding(rule, severity, Map.of("shareOfConnectionTime", share), Message.verbatim(rule + " here"));
    }

    @Test
    void what_is_full_tells_what_fills_it() {
        Finding full = database(full(13.1, 13.2, 13));
        Finding query = finding("held-by-database", Severity.WARNING, 0.9);
        Finding seldom = finding("held-by-database", Severity.WARNING, 0.3);

        List<Finding> told = DiagnosingSearch.findings(List.of(query), List.of(full), Optional.of(FLAT));
        assertThat(told).singleElement().satisfies(each -> {
            assertThat(each.rule()).isEqualTo("database-bound");
            assertThat(each.advice().arguments()).contains(query.advice());
            assertThat(each.evidence()).containsKeys("shareOfConnectionTime", "databaseCpuCores");
        });
        assertThat(DiagnosingSearch.findings(List.of(seldom), List.of(full), Optional.of(FLAT)))
                .as("that little does not fill it")
                .containsExactly(full, seldom);
        assertThat(DiagnosingSearch.findings(
                        List.of(finding("held-by-code", Severity.WARNING, 0.9)), List.of(full), Optional.of(FLAT)))
                .hasSize(2);
    }

    @Test
    void row_locks_are_full_too_unless_the_load_is_the_limit() {
        Finding locks = finding("row-locks", Severity.WARNING, 0);
        Finding load = finding("load-bound", Severity.BLOCKING, 0);

        assertThat(DiagnosingSearch.findings(List.of(locks), List.of(), Optional.of(FLAT)))
                .singleElement()
                .satisfies(each -> assertThat(each.severity()).isEqualTo(Severity.BLOCKING));
        assertThat(DiagnosingSearch.findings(List.of(locks), List.of(load), Optional.of(FLAT)))
                .containsExactly(load, locks);
        assertThat(DiagnosingSearch.findings(List.of(locks), List.of(), Optional.empty()))
                .containsExactly(locks);
    }

    @Test
    void collections_of_garbage_are_told_where_they_surely_take_a_tenth() {
        assertThat(new EvidenceBuilder().saw(at(10, 13).with(Metric.GC, 200)).finding("garbage"))
                .isPresent();
        assertThat(new EvidenceBuilder().saw(at(10, 13).with(Metric.GC, 101)).finding("garbage"))
                .isEmpty();
    }
}
