package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Metric;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.testing.Patience;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A running service takes every setting live, tells what it has, and is let go of as it was found. */
class AttachedServiceIT {
    private static ServiceProcess process;

    @BeforeAll
    static void start() throws IOException {
        process = ServiceProcess.start("-DtomcatMBeans=true");
    }

    @AfterAll
    static void stop() {
        process.close();
    }

    @Test
    void tellsTheSettingsItFound() {
        try (RunningService service = process.attach(Knob.POOL, Knob.THREADS)) {
            assertThat(service.found().toString())
                    .isEqualTo("pool 10, threads 20, minimum-idle 10, min-spare 10, connection-timeout 3s,"
                            + " max-lifetime 30m, accept-count 100, max-connections 8192");
            assertThat(service.pid()).hasValue(process.pid());
            assertThat(service.alive()).isTrue();
        }
    }

    @Test
    void growsAndShrinksWhileItRuns() {
        try (RunningService service = process.attach(Knob.POOL, Knob.THREADS)) {
            for (int size : new int[] {30, 3, 10, 2}) {
                service.apply(Settings.ofPoolAndThreads(size, 2 * size));

                assertThat(service.effective().count(Knob.POOL)).isEqualTo(size);
                assertThat(service.effective().count(Knob.MINIMUM_IDLE)).isEqualTo(size);
                assertThat(service.effective().count(Knob.THREADS)).isEqualTo(2L * size);
                assertThat(service.effective().count(Knob.MIN_SPARE)).isEqualTo(Math.min(10, 2L * size));
            }
        }
    }

    @Test
    void anExplicitMinimumIdleIsKept() {
        try (RunningService service = process.attach(Knob.POOL)) {
            service.apply(Settings.of(Knob.POOL, 15).with(Knob.MINIMUM_IDLE, 4));

            assertThat(service.effective().count(Knob.POOL)).isEqualTo(15);
            assertThat(service.effective().count(Knob.MINIMUM_IDLE)).isEqualTo(4);
        }
    }

    @Test
    void aNewConnectionTimeoutNeedsTheNextHousekeepingToSettle() {
        var clock = new AtomicLong();
        try (RunningService service = process.attach(clock::get, Knob.POOL)) {
            service.apply(Settings.of(Knob.CONNECTION_TIMEOUT, Duration.ofSeconds(3)));
            assertThat(service.settlesIn()).isZero();

            service.apply(Settings.of(Knob.CONNECTION_TIMEOUT, Duration.ofMillis(1500)));
            assertThat(service.effective().connectionTimeout()).contains(Duration.ofMillis(1500));
            assertThat(service.settlesIn()).isEqualTo(Duration.ofSeconds(31));
            clock.addAndGet(Duration.ofSeconds(30).toNanos());
            assertThat(service.settlesIn()).isEqualTo(Duration.ofSeconds(1));
            clock.addAndGet(Duration.ofSeconds(30).toNanos());
            assertThat(service.settlesIn()).isZero();
        }
    }

    @Test
    void aServiceThatKeepsHouseMoreOftenSettlesSooner() throws IOException {
        try (ServiceProcess often = ServiceProcess.start("-Dcom.zaxxer.hikari.housekeeping.periodMs=2000");
                RunningService service = often.attach(() -> 0, Knob.POOL)) {
            service.apply(Settings.of(Knob.CONNECTION_TIMEOUT, Duration.ofMillis(1500)));

            assertThat(service.housekeeping()).isEqualTo(Duration.ofSeconds(3));
            assertThat(service.settlesIn()).isEqualTo(Duration.ofSeconds(3));
        }
    }

    @Test
    void puttingBackIsPartOfLettingGo() {
        Settings before;
        try (RunningService service = process.attach(Knob.POOL, Knob.THREADS)) {
            before = service.found();
            service.apply(Settings.ofPoolAndThreads(3, 5).with(Knob.CONNECTION_TIMEOUT, Duration.ofSeconds(1)));
            assertThat(service.effective()).isNotEqualTo(before);
        }
        try (RunningService again = process.attach()) {
            assertThat(again.found()).isEqualTo(before);
        }
    }

    @Test
    void onceLetGoItTakesNoMoreSettings() {
        RunningService service = process.attach(Knob.POOL);
        service.close();
        service.close();

        assertThatThrownBy(() -> service.apply(Settings.of(Knob.POOL, 5)))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessageContaining("pool 5 came too late");
    }

    @Test
    void lettingGoWhileAnotherThreadChangesSettingsStillPutsThemBack() throws InterruptedException {
        RunningService service = process.attach(Knob.POOL);
        Settings before = service.found();
        var started = new CountDownLatch(1);
        var refusals = new AtomicReference<EnvironmentFailure>();
        var changing = new Thread(() -> {
            try {
                for (int size = 2; true; size = size % 40 + 1) {
                    service.apply(Settings.of(Knob.POOL, size));
                    started.countDown();
                }
            } catch (EnvironmentFailure refused) {
                refusals.set(refused);
            }
        });
        changing.start();
        assertThat(started.await(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        service.close();
        changing.join(Patience.LIMIT.toMillis());

        assertThat(refusals.get()).hasMessageContaining("came too late");
        try (RunningService again = process.attach()) {
            assertThat(again.found()).isEqualTo(before);
        }
    }

    @Test
    void aKnobThatNeedsARestartIsRefusedWithItsProperty() {
        try (RunningService service = process.attach(Knob.POOL)) {
            assertThatThrownBy(() -> service.apply(Settings.of(Knob.ACCEPT_COUNT, 7)))
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessageContaining("accept-count 7 is wanted, but the running service has 100")
                    .extracting(failure -> ((EnvironmentFailure) failure).remedy())
                    .asString()
                    .contains("server.tomcat.accept-count=7");
            service.apply(Settings.of(Knob.ACCEPT_COUNT, 100));
        }
    }

    @Test
    void aSettingThatTheServiceRepairsIsNamedWithBothValues() {
        try (RunningService service = process.attach(Knob.POOL)) {
            assertThatThrownBy(() -> service.apply(Settings.of(Knob.CONNECTION_TIMEOUT, Duration.ofMillis(0))))
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessageContaining("connection-timeout was set to 0s, but the service has 596h31m24s");
        }
    }

    @Test
    void itsProbesReadThePoolTheThreadsAndTheJvm() {
        try (RunningService service = process.attach(Knob.POOL, Knob.THREADS)) {
            var read = EnumSet.noneOf(Metric.class);
            // A probe gives up after half a second, which a busy machine may take now and then.
            Patience.await()
                    .ignoreExceptionsInstanceOf(EnvironmentFailure.class)
                    .untilAsserted(() -> {
                        for (Probe probe : service.probes()) {
                            read.addAll(probe.read().keySet());
                        }
                        assertThat(read)
                                .contains(
                                        Metric.POOL_ACTIVE,
                                        Metric.POOL_PENDING,
                                        Metric.POOL_TOTAL,
                                        Metric.POOL_MAX,
                                        Metric.THREADS_BUSY,
                                        Metric.THREADS_MAX,
                                        Metric.HEAP,
                                        Metric.GC,
                                        Metric.JIT_TIME,
                                        Metric.CLASSES,
                                        Metric.SERVICE_CPU);
                    });
        }
    }
}
