package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Metric;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What probes make of what they read, with a clock that stands still until it is moved. */
class ProbesTest {
    private final AtomicLong clock = new AtomicLong();

    @Test
    void totalsBecomeMeansAndRatesOfTheTimeBetweenTwoReads() {
        var totals = new PoolTotals(clock::get);
        var values = new EnumMap<Metric, Double>(Metric.class);
        totals.read(page(100, 5_000, 3), values);
        assertThat(values).isEmpty();

        clock.addAndGet(2_000_000_000L);
        totals.read(page(140, 7_000, 4), values);

        assertThat(values)
                .containsEntry(Metric.ACQUISITIONS, 19.5)
                .containsEntry(Metric.ACQUIRE, 50.0)
                .containsEntry(Metric.TIMEOUTS, 0.5);
    }

    @Test
    void aTotalThatFellStartsAnew() {
        var growth = new Growth(clock::get);
        growth.rateTo(1_000);
        clock.addAndGet(1_000_000_000L);
        assertThat(growth.rateTo(5)).isEmpty();
        clock.addAndGet(1_000_000_000L);
        assertThat(growth.rateTo(12)).hasValue(7);
    }

    @Test
    void oneReadingOfTheServiceTellsThePoolTheThreadsAndTheJvm() {
        var readings = new ArrayDeque<>(List.of(
                Map.of("processNs", 4e9, "jitMs", 1_000.0, "gcMs", 70.0),
                Map.of(
                        "pendingPeak",
                        7.0,
                        "currentMax",
                        -1.0,
                        "heapMiB",
                        96.0,
                        "classes",
                        12_000.0,
                        "processNs",
                        5e9,
                        "jitMs",
                        1_300.0,
                        "gcMs",
                        82.0)));
        var probe = new ServiceProbe(readings::remove, clock::get);
        assertThat(probe.read()).isEmpty();
        clock.addAndGet(2_000_000_000L);

        assertThat(probe.read())
                .isEqualTo(Map.of(
                        Metric.POOL_PENDING_PEAK, 7.0,
                        Metric.HEAP, 96.0,
                        Metric.CLASSES, 12_000.0,
                        Metric.SERVICE_CPU, 0.5,
                        Metric.JIT_TIME, 150.0,
                        Metric.GC, 12.0));
    }

    @Test
    void aPrometheusPageIsReadForTheChosenPoolAlone() {
        String page = """
                # TYPE hikaricp_connections_acquire_seconds summary
                hikaricp_connections_acquire_seconds_count{application="a",pool="main"} 4
                hikaricp_connections_acquire_seconds_sum{application="a",pool="main"} 0.25
                hikaricp_connections_acquire_seconds_max{pool="main"} 9.0
                hikaricp_connections_usage_seconds_count{pool="other"} 77
                hikaricp_connections_timeout_total{pool="main"} 1.0E3
                """;

        assertThat(PrometheusProbe.parse(page, "main"))
                .isEqualTo(Map.of("acquireCount", 4.0, "acquireMs", 250.0, "timeouts", 1000.0));
    }

    @Test
    void theHostIsBusyWhereItIsNeitherIdleNorWaiting() {
        assertThat(HostProbe.busy("cpu  100 20 30 4000 500 6 7 8 9 10")).isEqualTo(1.71);
    }

    @Test
    void theHostHasAsManyCoresAsLines() {
        assertThat(HostProbe.cores(List.of("cpu  9 9", "cpu0 4 4", "cpu11 5 5", "intr 12", "cpufreq 1")))
                .isEqualTo(2);
    }

    @Test
    void whatOthersUseIsToldOnlyWhereServiceAndDatabaseAreKnown() {
        for (boolean complete : List.of(true, false)) {
            var probe = new HostProbe(Set.of(), complete, clock::get);
            probe.read();
            clock.addAndGet(1_000_000_000L);

            Map<Metric, Double> read = probe.read();

            assertThat(read.containsKey(Metric.OTHER_CPU)).isEqualTo(complete);
            if (complete) {
                assertThat(read.get(Metric.OTHER_CPU))
                        .isBetween(0.0, read.get(Metric.HOST_CPU))
                        .isGreaterThanOrEqualTo(read.get(Metric.HOST_CPU) - read.get(Metric.TUNER_CPU) - 1e-9);
            }
        }
    }

    @Test
    void theMachineAndThisProgramUseCpu() {
        var probe = new HostProbe(Set.of(), true, clock::get);
        probe.read();
        clock.addAndGet(1_000_000_000L);
        useCpu(50_000_000L);

        assertThat(probe.read().get(Metric.TUNER_CPU)).isPositive();
    }

    /** The kernel counts CPU time in ticks of 10 ms, so less than a few of them may show as nothing. */
    private static void useCpu(long nanoseconds) {
        var threads = ManagementFactory.getThreadMXBean();
        long end = threads.getCurrentThreadCpuTime() + nanoseconds;
        while (threads.getCurrentThreadCpuTime() < end) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aProbeThatHangsIsGivenUpOn() {
        var never = new CountDownLatch(1);
        var probe = new BoundedProbe(new FixedProbe("stuck", () -> {
            try {
                never.await();
            } catch (InterruptedException givenUp) {
                Thread.currentThread().interrupt();
            }
            return Map.of();
        }));

        assertThatThrownBy(probe::read)
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessage("stuck did not answer within 500 ms");
    }

    @Test
    void oneFailingProbeKeepsNoOtherFromBeingRead() {
        var seen = new ArrayList<Map<Metric, Double>>();
        var failed = new ArrayList<String>();
        Probe good = new FixedProbe("good", () -> Map.of(Metric.HEAP, 12.0));
        Probe bad = new FixedProbe("bad", () -> {
            throw new EnvironmentFailure("unreadable", "look");
        });
        Probe broken = new FixedProbe("broken", () -> {
            throw new IllegalStateException("a bug");
        });
        var sampler = new Sampler(List.of(bad, broken, good), seen::add, (probe, failing) -> {
            if (failing) {
                failed.add(probe.name());
            }
        });

        sampler.run();
        sampler.run();

        assertThat(seen).containsExactly(Map.of(Metric.HEAP, 12.0));
        assertThat(failed).containsExactly("bad", "broken");
    }

    private static Map<String, Double> page(double acquisitions, double milliseconds, double timeouts) {
        return Map.of("acquireCount", acquisitions, "acquireMs", milliseconds, "timeouts", timeouts);
    }

    private record FixedProbe(String name, java.util.function.Supplier<Map<Metric, Double>> values) implements Probe {
        @Override
        public Map<Metric, Double> read() {
            return values.get();
        }

        @Override
        public Subject subject() {
            return Subject.SERVICE;
        }
    }
}
