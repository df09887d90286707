package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Knob;
import dev.poolfit.holders.EndpointHolds;
import dev.poolfit.holders.HoldRecorder;
import dev.poolfit.holders.HoldReport;
import dev.poolfit.holders.HoldStatistics;
import dev.poolfit.testing.Patience;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The recorder in a real service tells each hold, and leaves the service as it was. */
class RecorderIT {
    private static final String ENDPOINT = "dev.poolfit.service.SmallService.doGet";

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
    void each_hold_is_told_with_who_had_it() throws Exception {
        try (RunningService service = process.attach();
                HoldRecorder recorder = service.recordHolds()) {
            var statistics = new HoldStatistics();
            statistics.add(recorder.take());
            for (int i = 0; i < 30; i++) {
                process.get("/use");
            }
            statistics.add(recorder.take());

            HoldReport report = statistics.report("main", 10);
            assertThat(report.endpoints()).singleElement().satisfies(each -> {
                assertThat(each.name()).isEqualTo(ENDPOINT);
                assertThat(each.borrows()).isEqualTo(30);
                assertThat(each.timeouts()).isZero();
                assertThat(each.nested()).isZero();
                assertThat(each.share()).isEqualTo(1, within(1e-9));
            });
            assertThat(report.dropped()).isZero();
        }
    }

    /** On a busy machine some are not found by their time; those are forgotten, and none passes for a leak. */
    @Test
    void a_connection_that_another_thread_gives_back_counts_for_the_one_that_got_it() throws Exception {
        try (RunningService service = process.attach();
                HoldRecorder recorder = service.recordHolds()) {
            var statistics = new HoldStatistics();
            Patience.await().until(() -> {
                process.get("/handed");
                statistics.add(recorder.take());
                return statistics.report("main", 10).borrows() >= 20;
            });
            assertThat(statistics.report("main", 10).endpoints())
                    .extracting(EndpointHolds::name)
                    .containsExactly(ENDPOINT);
            Patience.await().until(() -> recorder.take().held().isEmpty());
        }
    }

    @Test
    void holders_and_those_who_wait_in_vain_are_told_with_where_they_are() throws Exception {
        process.close();
        process = ServiceProcess.start("-DconnectionTimeout=300");
        ExecutorService users = Executors.newFixedThreadPool(12);
        try (RunningService service = process.attach(Knob.POOL);
                HoldRecorder recorder = service.recordHolds()) {
            var statistics = new HoldStatistics();
            statistics.add(recorder.take());
            List<Future<String>> held = IntStream.range(0, 12)
                    .mapToObj(user -> users.submit(() -> process.get("/hold")))
                    .toList();
            Patience.await().until(() -> {
                statistics.add(recorder.take());
                HoldReport report = statistics.report("main", 10);
                return report.timeouts() == 2
                        && !report.endpoints().get(0).uses().isEmpty()
                        && report.moments().stream().anyMatch(each -> each.peak() == 10);
            });
            HoldReport report = statistics.report("main", 10);
            EndpointHolds endpoint = report.endpoints().get(0);
            assertThat(endpoint.name()).isEqualTo(ENDPOINT);
            assertThat(endpoint.borrows()).isZero();
            assertThat(endpoint.uses().get(0).stack().top())
                    .hasValueSatisfying(top -> assertThat(top).startsWith(ENDPOINT + ":"));

            process.release();
            Patience.await().until(() -> held.stream().allMatch(Future::isDone));
            Patience.await().until(() -> {
                statistics.add(recorder.take());
                return statistics.report("main", 10).borrows() == 10;
            });
        } finally {
            users.shutdownNow();
        }
    }

    @Test
    void a_second_run_is_refused_and_the_first_goes_on_to_record() throws Exception {
        try (RunningService service = process.attach();
                RunningService other = process.attach();
                HoldRecorder recorder = service.recordHolds()) {
            var statistics = new HoldStatistics();
            statistics.add(recorder.take());

            assertThatThrownBy(other::recordHolds)
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessageContaining("another run of Poolfit records");

            process.get("/use");
            Patience.await().until(() -> {
                statistics.add(recorder.take());
                return statistics.report("main", 10).borrows() == 1;
            });
        }
        try (RunningService service = process.attach();
                HoldRecorder recorder = service.recordHolds()) {
            assertThat(recorder.take().ended()).isEmpty();
        }
    }

    @Test
    void a_service_that_ends_meanwhile_is_told_of_and_letting_go_of_it_is_no_failure() throws Exception {
        try (RunningService service = process.attach();
                HoldRecorder recorder = service.recordHolds()) {
            process.get("/use");
            recorder.take();
            process.end();

            assertThatThrownBy(recorder::take)
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessageNotContaining("\n");
            assertThat(service.alive()).isFalse();
        }
    }

    /** A policy of old JDKs that lets the service do all, and what comes into it nothing. */
    @Test
    void a_security_manager_that_keeps_the_recorder_out_is_told_of_and_the_service_goes_on(@TempDir Path folder)
            throws Exception {
        assumeTrue(Runtime.version().feature() < 24, "this JDK still has security managers");
        process.close();
        Path policy = folder.resolve("service.policy");
        Files.writeString(
                policy,
                Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                        .filter(entry -> entry.endsWith(".jar") || entry.endsWith("test-classes"))
                        .map(entry -> "grant codeBase \"file:" + entry + (entry.endsWith(".jar") ? "" : "/-")
                                + "\" { permission java.security.AllPermission; };\n")
                        .collect(Collectors.joining()));
        process = ServiceProcess.start(
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "-Djava.security.manager",
                "-Djava.security.policy=" + policy);
        try (RunningService service = process.attach()) {
            assertThatThrownBy(service::recordHolds)
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessageStartingWith("the service did not take Poolfit's recorder: ");
            assertThat(service.found().count(Knob.POOL)).isEqualTo(10);
        }
        assertThat(process.get("/use")).isEqualTo("ok");
    }

    @Test
    void no_request_fails_while_it_records_and_nothing_of_it_is_left() throws Exception {
        var stop = new AtomicBoolean();
        ExecutorService users = Executors.newFixedThreadPool(4);
        try {
            List<Future<Void>> loads = IntStream.range(0, 4)
                    .mapToObj(user -> users.submit((Callable<Void>) () -> {
                        while (!stop.get()) {
                            assertThat(process.get("/use")).isEqualTo("ok");
                        }
                        return null;
                    }))
                    .toList();
            for (int round = 0; round < 3; round++) {
                try (RunningService service = process.attach();
                        HoldRecorder recorder = service.recordHolds()) {
                    recorder.watchStatements();
                    var statistics = new HoldStatistics();
                    Patience.await().until(() -> {
                        statistics.add(recorder.take());
                        HoldReport report = statistics.report("main", 10);
                        return report.borrows() > 50
                                && report.endpoints().stream().anyMatch(each -> each.watched() > 0);
                    });
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
        assertThat(process.beans("dev.poolfit:*")).isEmpty();
        Patience.await().until(() -> process.threads().stream().noneMatch(name -> name.startsWith("poolfit")));
        assertThat(process.get("/tracker")).doesNotContain("Proxy").contains("Micrometer");
        assertThat(process.get("/connections")).doesNotContain("poolfit.agent").isNotBlank();
        Patience.await()
                .untilAsserted(() -> assertThat(process.classesOfAgent())
                        .as("but for the entry, which the JVM keeps in its class path")
                        .containsOnly("dev.poolfit.agent.AgentLoader"));
    }
}
