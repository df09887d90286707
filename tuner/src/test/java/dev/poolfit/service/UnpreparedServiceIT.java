package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Metric;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Service.AttachPort;
import dev.poolfit.experiment.Settings;
import dev.poolfit.testing.Patience;
import dev.poolfit.testing.RealClock;
import dev.poolfit.units.Message;
import java.io.File;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A service that registers no MBeans and was started with no option of any kind is tuned, and left as it was. */
class UnpreparedServiceIT {
    static final String POOLFIT = "dev.poolfit:*";
    static final String HIKARI = "com.zaxxer.hikari:*";

    private ServiceProcess process;

    @BeforeEach
    void start() throws IOException {
        process = ServiceProcess.start("-DpoolMBeans=false");
    }

    @AfterEach
    void stop() {
        process.close();
    }

    @Test
    void its_settings_are_told_changed_and_put_back() {
        Settings before;
        try (RunningService service = process.attach(Knob.POOL, Knob.THREADS)) {
            before = service.found();
            assertThat(before.toString())
                    .isEqualTo("pool 10, threads 20, minimum-idle 10, min-spare 10, connection-timeout 3s,"
                            + " max-lifetime 30m, accept-count 100, max-connections 8192");

            service.apply(Settings.ofPoolAndThreads(3, 6));

            assertThat(service.effective().count(Knob.POOL)).isEqualTo(3);
            assertThat(service.effective().count(Knob.THREADS)).isEqualTo(6);
        }
        try (RunningService again = process.attach()) {
            assertThat(again.found()).isEqualTo(before);
        }
    }

    @Test
    void a_pool_of_hikaricp_5_is_tuned_and_put_back_too() throws Exception {
        String other = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(part -> part.contains("HikariCP-") ? "target/hikari/HikariCP-5.1.0.jar" : part)
                .collect(Collectors.joining(File.pathSeparator));
        assertThat(other).contains("HikariCP-5.1.0");
        try (var older = ServiceProcess.start("-cp", other, "-DpoolMBeans=false")) {
            try (RunningService service = older.attach(Knob.POOL, Knob.THREADS)) {
                service.apply(Settings.ofPoolAndThreads(3, 6));
                assertThat(service.effective().count(Knob.POOL)).isEqualTo(3);
                assertThat(older.get("/use")).isEqualTo("ok");
            }
            try (RunningService again = older.attach()) {
                assertThat(again.found().count(Knob.POOL)).isEqualTo(10);
            }
        }
    }

    @Test
    void it_is_left_without_a_bean_or_a_thread_of_poolfit() throws Exception {
        try (RunningService service = process.attach(Knob.POOL, Knob.THREADS)) {
            service.apply(Settings.of(Knob.POOL, 4));
            assertThat(process.beans(HIKARI)).hasSize(2);
        }

        assertThat(process.beans(HIKARI)).isEmpty();
        assertThat(process.beans(POOLFIT)).isEmpty();
        Patience.await().until(() -> process.threads().stream().noneMatch(name -> name.startsWith("poolfit")));
    }

    @Test
    void where_requests_run_on_an_executor_of_their_own_the_pool_alone_is_tuned_and_that_is_said() throws Exception {
        try (var virtual = ServiceProcess.start("-Dserver=executor", "-DpoolMBeans=false");
                RunningService service = virtual.attach(Knob.POOL, Knob.THREADS)) {
            assertThat(service.found().has(Knob.THREADS)).isFalse();
            assertThat(service.missing()).extracting(Message::key).contains("missing.knob-virtual");

            service.apply(Settings.of(Knob.POOL, 6));

            assertThat(service.effective().count(Knob.POOL)).isEqualTo(6);
        }
    }

    @Test
    void a_program_without_a_web_server_has_its_pool_tuned() throws Exception {
        try (var plain = ServiceProcess.start("-Dserver=none", "-DpoolMBeans=false");
                RunningService service = plain.attach(Knob.POOL)) {
            service.apply(Settings.of(Knob.POOL, 6));

            assertThat(service.effective().count(Knob.POOL)).isEqualTo(6);
            assertThat(service.missing()).extracting(Message::key).contains("missing.connector");
        }
    }

    @Test
    void its_pool_and_threads_are_observed() {
        try (RunningService service = process.attach(Knob.POOL)) {
            Patience.await()
                    .ignoreExceptionsInstanceOf(EnvironmentFailure.class)
                    .untilAsserted(() -> assertThat(service.probes().get(0).read())
                            .containsEntry(Metric.POOL_TOTAL, 10.0)
                            .containsEntry(Metric.POOL_ACTIVE, 0.0)
                            .containsEntry(Metric.THREADS_MAX, 20.0)
                            .containsKey(Metric.THREADS_BUSY));
        }
    }

    @Test
    void a_smaller_pool_keeps_the_connections_that_it_may_have() throws Exception {
        try (RunningService service = process.attach(Knob.POOL)) {
            Patience.await().until(() -> total(service) == 10);
            int opened = opened();

            service.apply(Settings.of(Knob.POOL, 4));
            Patience.await().until(() -> total(service) == 4);
            service.apply(Settings.of(Knob.POOL, 3));
            Patience.await().until(() -> total(service) == 3);

            assertThat(opened()).isEqualTo(opened);
        }
    }

    @Test
    void a_pool_that_starts_at_its_first_use_is_started_by_a_request() throws Exception {
        try (var lazy = ServiceProcess.start("-Dlazy=true", "-DpoolMBeans=false")) {
            ServiceRequest request = ServiceProcess.request(new AttachPort(lazy.port()), Optional.empty(), Knob.POOL);
            var told = new ArrayList<String>();
            ServiceOpener opener = new ServiceOpener(RealClock.NANOSECONDS, unwaited -> {})
                    .telling(message -> told.add(message.key()));
            assertThatThrownBy(() -> opener.open(request)).hasMessageContaining("no HikariCP pool that has started");

            try (RunningService service = opener.firstUse(unread -> Stream.of("/nothing", "/use")
                            .map(path -> HttpRequest.newBuilder(lazy.page(path)).build())
                            .toList())
                    .open(request)) {
                assertThat(service.found().count(Knob.POOL)).isEqualTo(10);
            }
            assertThat(told).containsExactly("notice.first-use");
        }
    }

    @Test
    void a_pool_that_is_closed_and_opened_again_is_another_one() throws Exception {
        RunningService service = process.attach(Knob.POOL);
        service.apply(Settings.of(Knob.POOL, 4));
        process.get("/reopen");
        Patience.await().until(() -> process.beans(HIKARI).isEmpty());

        assertThatThrownBy(() -> service.apply(Settings.of(Knob.POOL, 5))).isInstanceOf(EnvironmentFailure.class);

        try (RunningService again = process.attach(Knob.POOL)) {
            assertThat(again.found().count(Knob.POOL)).isEqualTo(10);
            again.apply(Settings.of(Knob.POOL, 6));
            assertThat(again.effective().count(Knob.POOL)).isEqualTo(6);
        }
        service.release();
    }

    @Test
    void it_tells_how_many_processors_it_may_use() throws Exception {
        try (var small = ServiceProcess.start("-XX:ActiveProcessorCount=1");
                RunningService service = small.attach()) {
            assertThat(service.processors()).hasValue(1);
        }
    }

    /** A real control group of version 1, which needs root; ControlGroupTest reads the files of both versions. */
    @Test
    void the_limit_of_its_container_counts_as_a_fraction_of_a_core_and_what_it_holds_back_is_seen() throws Exception {
        Path groups = Path.of("/sys/fs/cgroup/cpu");
        assumeTrue(Files.isWritable(groups.resolve("cgroup.procs")), "control groups may be made");
        Path group = Files.createDirectory(
                groups.resolve("poolfit-" + ProcessHandle.current().pid()));
        try (var limited = ServiceProcess.start()) {
            Path quota = group.resolve("cpu.cfs_quota_us");
            Files.writeString(quota, "50000");
            Files.writeString(group.resolve("cgroup.procs"), "" + limited.pid());
            try (RunningService service = limited.attach()) {
                assertThat(service.processors()).hasValue(0.5);
                Probe probe = service.probes().stream()
                        .filter(each -> each.name().equals("service"))
                        .findFirst()
                        .orElseThrow();
                // So little that any request takes more than its share of a period.
                Files.writeString(quota, "5000");
                Patience.await()
                        .ignoreExceptionsInstanceOf(EnvironmentFailure.class)
                        .until(() -> {
                            limited.get("/use");
                            return probe.read().getOrDefault(Metric.SERVICE_THROTTLED, 0.0) > 0;
                        });
                Files.writeString(quota, "-1");
            }
        } finally {
            Patience.await().ignoreExceptions().until(() -> Files.deleteIfExists(group));
        }
    }

    @Test
    void no_request_fails_while_it_is_attached_to_resized_and_let_go_of() throws Exception {
        var stop = new AtomicBoolean();
        var served = new AtomicInteger();
        ExecutorService users = Executors.newFixedThreadPool(8);
        try {
            List<Future<Void>> loads = IntStream.range(0, 8)
                    .mapToObj(user -> users.submit((Callable<Void>) () -> {
                        while (!stop.get()) {
                            assertThat(process.get("/use")).isEqualTo("ok");
                            served.incrementAndGet();
                        }
                        return null;
                    }))
                    .toList();
            for (int round = 0; round < 3; round++) {
                try (RunningService service = process.attach(Knob.POOL, Knob.THREADS)) {
                    for (int pool : new int[] {2, 10, 1, 5}) {
                        service.apply(Settings.ofPoolAndThreads(pool, 2 * pool + 2));
                        int before = served.get();
                        Patience.await().until(() -> served.get() > before + 20);
                    }
                }
            }
            stop.set(true);
            for (Future<Void> load : loads) {
                load.get();
            }
        } finally {
            stop.set(true);
            users.shutdown();
        }
        assertThat(process.beans(POOLFIT)).isEmpty();
    }

    private static double total(RunningService service) {
        try {
            return service.probes().get(0).read().getOrDefault(Metric.POOL_TOTAL, -1.0);
        } catch (EnvironmentFailure late) {
            return -1;
        }
    }

    private int opened() throws IOException {
        return Integer.parseInt(process.get("/opened"));
    }
}
