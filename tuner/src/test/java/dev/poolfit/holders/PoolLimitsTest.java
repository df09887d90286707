package dev.poolfit.holders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.evidence.Metric;
import dev.poolfit.holders.EndpointHolds.Times;
import dev.poolfit.holders.HoldReport.Moment;
import dev.poolfit.report.Language;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** What limits a service beside its holders is told by its own sign, and by no other. */
class PoolLimitsTest {
    private static HoldReport report(int size, double inUse, Moment moment) {
        return new HoldReport(
                "main",
                size,
                10,
                List.of(),
                inUse,
                Collections.nCopies(10, moment),
                List.of(),
                0,
                0.01,
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    private static List<Finding> limits(
            HoldReport report, boolean scarce, boolean database, Map<Metric, Double> means) {
        return new PoolLimits(report, new Surroundings(means, OptionalDouble.of(2), Optional.empty()), scarce, database)
                .findings();
    }

    private static List<String> rules(HoldReport report, boolean scarce, boolean database, Map<Metric, Double> means) {
        List<Finding> findings = limits(report, scarce, database, means);
        findings.forEach(each -> assertThat(Language.EN.text(each.advice())).doesNotContain("{", "holders."));
        findings.forEach(each -> assertThat(Language.KO.text(each.advice())).doesNotContain("{", "holders."));
        return findings.stream().map(Finding::rule).toList();
    }

    @Test
    void a_service_with_room_has_no_limit() {
        Map<Metric, Double> means = Map.of(
                Metric.SERVICE_CPU, 0.8,
                Metric.HOST_CPU, 1.2,
                Metric.HOST_CORES, 2.0,
                Metric.DATABASE_CPU, 0.2,
                Metric.TUNER_CPU, 0.2,
                Metric.THREADS_BUSY, 5.0,
                Metric.THREADS_MAX, 200.0,
                Metric.GC, 20.0);

        assertThat(limits(report(10, 3, new Moment(6, 0)), false, true, means)).isEmpty();
    }

    @Test
    void cores_that_are_busy_belong_to_whoever_uses_most_of_them() {
        HoldReport report = report(10, 3, new Moment(10, 4));
        Map<Metric, Double> host = Map.of(Metric.HOST_CPU, 2.0, Metric.HOST_CORES, 2.0);

        assertThat(rules(report, true, true, with(host, Metric.SERVICE_CPU, 1.2, Metric.DATABASE_CPU, 0.4)))
                .containsExactly("service-bound");
        assertThat(rules(report, true, true, with(host, Metric.SERVICE_CPU, 0.4, Metric.DATABASE_CPU, 1.4)))
                .isEmpty();
        assertThat(rules(report, true, true, with(host, Metric.SERVICE_CPU, 0.4, Metric.DATABASE_CPU, 0.2)))
                .containsExactly("other-programs");
    }

    @Test
    void limits_of_the_container_are_told_where_they_bind() {
        HoldReport report = report(10, 3, new Moment(6, 0));
        Map<Metric, Double> held = Map.of(Metric.SERVICE_CPU, 0.9, Metric.SERVICE_THROTTLED, 0.4);

        assertThat(rules(report, false, true, held)).containsExactly("cpu-throttled");
        assertThat(rules(report, false, true, Map.of(Metric.SERVICE_THROTTLED, 0.1)))
                .isEmpty();
        assertThat(rules(report, false, true, with(held, Metric.SERVICE_CPU, 1.9, Metric.HOST_CORES, 2)))
                .as("the same limit is told once")
                .containsExactly("service-bound");
        assertThat(rules(report, false, true, Map.of(Metric.SERVICE_MEMORY, 500.0, Metric.SERVICE_MEMORY_MAX, 512.0)))
                .containsExactly("memory-near-limit");
        assertThat(rules(report, false, true, Map.of(Metric.SERVICE_MEMORY, 400.0, Metric.SERVICE_MEMORY_MAX, 512.0)))
                .isEmpty();
    }

    @Test
    void a_service_that_reads_its_memory_back_from_the_disk_is_told_before_what_that_makes_long() {
        HoldReport report = report(10, 3, new Moment(6, 0));

        assertThat(rules(
                        report,
                        true,
                        true,
                        Map.of(Metric.MAJOR_FAULTS, 900.0, Metric.SERVICE_SWAPPED, 80.0, Metric.GC, 300.0)))
                .containsExactly("swapped", "garbage");
        assertThat(rules(report, true, true, Map.of(Metric.MAJOR_FAULTS, 20.0, Metric.SERVICE_SWAPPED, 80.0)))
                .as("what was swapped out once, and is not needed")
                .doesNotContain("swapped");
    }

    private static Map<Metric, Double> with(
            Map<Metric, Double> means, Metric first, double one, Metric second, double other) {
        var all = new java.util.EnumMap<Metric, Double>(means);
        all.put(first, one);
        all.put(second, other);
        return all;
    }

    @Test
    void garbage_threads_and_a_pool_that_is_far_too_large_are_told() {
        assertThat(rules(report(10, 3, new Moment(6, 0)), false, true, Map.of(Metric.GC, 150.0)))
                .containsExactly("garbage");
        assertThat(rules(
                        report(10, 2, new Moment(2, 0)),
                        false,
                        true,
                        Map.of(Metric.THREADS_BUSY, 2.0, Metric.THREADS_MAX, 2.0)))
                .containsExactly("threads-few");
        assertThat(limits(report(100, 2, new Moment(9, 0)), false, true, Map.of()))
                .singleElement()
                .satisfies(each -> assertThat(each.rule()).isEqualTo("pool-large"))
                .satisfies(each -> assertThat(each.severity()).isEqualTo(Severity.INFO));
    }

    @Test
    void a_pool_is_too_small_only_where_its_connections_are_all_in_use_and_held_shortly() {
        HoldReport none = report(2, 2, new Moment(2, 9));

        // Without a borrow the mean hold is all of the time.
        assertThat(rules(none, true, true, Map.of())).isEmpty();
        assertThat(rules(report(10, 3, new Moment(4, 9, 0, true)), true, true, Map.of()))
                .containsExactly("opening-slow");
    }

    private static HoldReport holding(double... means) {
        var endpoints = new ArrayList<EndpointHolds>();
        for (double mean : means) {
            endpoints.add(new EndpointHolds(
                    "GET /" + mean,
                    1_000,
                    1_000,
                    1_000,
                    0,
                    0,
                    new Times(20, 20, 30, 40),
                    new Times(mean, mean, mean * 1.5, mean * 2),
                    mean,
                    1.0 / means.length,
                    1,
                    0,
                    0,
                    Map.of(),
                    List.of(),
                    10_000,
                    List.of()));
        }
        return new HoldReport(
                "main",
                3,
                10,
                endpoints,
                2.9,
                Collections.nCopies(10, new Moment(3, 9)),
                List.of(),
                0,
                0.01,
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    @Test
    void one_endpoint_that_holds_for_long_is_looked_at_before_the_pool_is_called_small() {
        assertThat(rules(holding(2, 3), true, true, Map.of())).containsExactly("pool-small");
        assertThat(rules(holding(2, 15), true, true, Map.of())).isEmpty();
        assertThat(rules(holding(2, 3), true, false, Map.of())).isEmpty();
    }

    private static QueueUse full(QueueUse.Kind kind, double full, double forConnections) {
        return new QueueUse(
                kind,
                "reports",
                2,
                2,
                7,
                full,
                Optional.of(new Stack(List.of("shop.Reports.write:12"), HoldKind.SLEEP, false)),
                forConnections);
    }

    @Test
    void a_full_queue_is_told_before_threads_and_pool() {
        Map<Metric, Double> threads = Map.of(Metric.THREADS_BUSY, 20.0, Metric.THREADS_MAX, 20.0);
        HoldReport room = report(10, 2, new Moment(3, 0));

        for (QueueUse.Kind kind : QueueUse.Kind.values()) {
            if (kind != QueueUse.Kind.WORKERS) {
                // That virtual threads are pinned is told only where cores are surely free.
                Map<Metric, Double> idle = with(threads, Metric.SERVICE_CPU, 0.6, Metric.HOST_CORES, 2);
                assertThat(rules(room.with(full(kind, 0.9, 0)), false, true, idle))
                        .as(kind.name())
                        .containsExactly("queue-full");
            }
        }
        List<Finding> told = limits(room.with(full(QueueUse.Kind.EXECUTOR, 0.9, 0)), false, true, threads);
        assertThat(told.get(0).severity()).isEqualTo(Severity.BLOCKING);
        assertThat(Language.EN.text(told.get(0).advice()))
                .startsWith(
                        "Work waits for the executor reports: its 2 threads are busy and 7 tasks wait, while 2 of 10")
                .contains("One of its threads is most often in Reports.write:12.");
        assertThat(limits(room.with(full(QueueUse.Kind.EXECUTOR, 0.9, 0)), true, true, Map.of()))
                .as("where threads wait for connections, too, it does not come before these")
                .extracting(Finding::severity)
                .containsExactly(Severity.WARNING);
    }

    @Test
    void a_queue_that_waits_for_connections_or_cores_is_a_victim() {
        HoldReport room = report(10, 2, new Moment(3, 0));
        Map<Metric, Double> busy = Map.of(Metric.SERVICE_CPU, 1.9);

        assertThat(rules(room.with(full(QueueUse.Kind.EXECUTOR, 0.9, 0.8)), false, true, Map.of()))
                .isEmpty();
        assertThat(rules(room.with(full(QueueUse.Kind.EXECUTOR, 0.2, 0)), false, true, Map.of()))
                .isEmpty();
        assertThat(rules(room.with(full(QueueUse.Kind.EXECUTOR, 0.9, 0)), false, true, busy))
                .containsExactly("service-bound");
        assertThat(rules(room.with(QueueUse.workers(20, 20)), false, true, Map.of()))
                .isEmpty();
        assertThat(rules(room.with(full(QueueUse.Kind.CARRIERS, 0.9, 0)), false, true, Map.of()))
                .isEmpty();
    }
}
