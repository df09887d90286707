package dev.poolfit.service;

import static dev.poolfit.service.ShopProcess.answer;
import static dev.poolfit.service.ShopProcess.item;
import static dev.poolfit.service.ShopProcess.log;
import static dev.poolfit.service.ShopProcess.newestJdk;
import static dev.poolfit.service.ShopProcess.open;
import static dev.poolfit.service.ShopProcess.request;
import static dev.poolfit.service.ShopProcess.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Metric;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Service;
import dev.poolfit.experiment.Settings;
import dev.poolfit.experiment.WebServer;
import dev.poolfit.holders.EndpointHolds;
import dev.poolfit.holders.HoldKind;
import dev.poolfit.holders.HoldRecorder;
import dev.poolfit.holders.HoldStatistics;
import dev.poolfit.process.SupervisedProcess;
import dev.poolfit.testing.Patience;
import dev.poolfit.testing.Ports;
import dev.poolfit.testing.RealClock;
import dev.poolfit.units.Message;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Services on old and new Spring Boot, each with any of its servers, are tuned as they are; no request fails meanwhile. */
class BootVersionsIT {

    private static final String REACTIVE = "dev.poolfit.reactive.ReactiveShop.";
    private static final int USERS = 9;

    @TempDir
    private Path folder = Path.of("");

    /** What is on the class path decides which server it is. */
    @ParameterizedTest
    @CsvSource({
        "boot2, TOMCAT, jetty|undertow|webflux|netty",
        "boot2, JETTY, tomcat|undertow|webflux|netty",
        "boot2, UNDERTOW, tomcat|jetty|webflux|netty",
        "boot4, TOMCAT, jetty",
        "boot4, JETTY, tomcat"
    })
    void it_is_tuned_as_it_is(String version, WebServer server, String leftOut) throws Exception {
        int port = Ports.free();
        try (SupervisedProcess process =
                start(folder, Path.of(System.getProperty("java.home")), version, leftOut, port)) {
            Patience.await().until(() -> !process.isAlive() || item(port).contains("H2"));
            assertThat(process.isAlive()).as("the service lives").isTrue();

            Settings before;
            try (RunningService service = open(port)) {
                before = service.found();
                assertThat(before.pool()).hasValue(10);
                assertThat(service.workers().server()).isEqualTo(server);
                assertThat(service.describe().ports()).containsExactly(port);
                assertThat(service.describe().pools())
                        .singleElement()
                        .satisfies(pool -> assertThat(pool.url())
                                .hasValueSatisfying(url -> assertThat(url).startsWith("jdbc:h2:mem:")));
                assertThat(service.describe().routes()).containsExactly("/items/{id}");
                if (server == WebServer.JETTY) {
                    refusesFewerThreadsThanItNeedsForItself(service);
                }
                isTunedUnderLoad(service, port);
                assertThat(item(port)).isEqualTo("item 7 of H2");
            }
            if (server == WebServer.UNDERTOW) {
                saysThatThereAreNoSpareThreads(port);
            }
            try (RunningService again = open(port)) {
                assertThat(again.found()).isEqualTo(before);
                again.apply(Settings.ofPoolAndThreads(3, Crowd.MANY));
                try (LocalJvm machine = LocalJvm.attach(process.pid());
                        var link = new JmxLink(machine.jmxUrl(), "the service", Optional.empty(), Optional.empty())) {
                    link.invoke(HikariPool.objectName("dev.poolfit:type=Keeper"), "loseAll");
                }
                assertThat(again.effective())
                        .as("the keeper restores by itself")
                        .isEqualTo(before);
            }
        }
    }

    /** As many as the service may have at a time are in it, however many threads it had before, and none is turned away. */
    private static void isTunedUnderLoad(RunningService service, int port) throws Exception {
        int few = Math.max(6, service.workers().least() + 2);
        Probe probe = service.probes().get(0);
        try (var crowd = new Crowd(port)) {
            service.apply(Settings.ofPoolAndThreads(4, Crowd.MANY));
            Patience.await().until(() -> crowd.most(200) > few);

            service.apply(Settings.ofPoolAndThreads(4, few));
            Patience.await().until(() -> crowd.most(200) <= few);
            assertThat(crowd.most(1000)).as("never more again").isLessThanOrEqualTo(few);

            assertThat(service.effective().pool()).hasValue(4);
            assertThat(service.effective().threads()).hasValue(few);
            Patience.await()
                    .ignoreExceptionsInstanceOf(EnvironmentFailure.class)
                    .untilAsserted(() -> assertThat(probe.read())
                            .containsEntry(Metric.THREADS_MAX, (double) few)
                            .hasEntrySatisfying(
                                    Metric.THREADS_CURRENT,
                                    threads -> assertThat(threads).isLessThanOrEqualTo(few))
                            .hasEntrySatisfying(
                                    Metric.THREADS_BUSY,
                                    busy -> assertThat(busy).isPositive().isLessThanOrEqualTo(few)));

            service.apply(Settings.ofPoolAndThreads(4, Crowd.MANY));
            Patience.await().until(() -> crowd.most(200) > few);
        }
    }

    /** Jetty's own threads count among its maximum; nothing is changed where it refuses. */
    private static void refusesFewerThreadsThanItNeedsForItself(RunningService service) {
        int least = service.workers().least();
        assertThat(least).isGreaterThan(2);
        assertThatThrownBy(() -> service.apply(Settings.ofPoolAndThreads(4, least - 1)))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessageContaining("Insufficient configured threads");
        service.apply(Settings.ofPoolAndThreads(4, least));
    }

    private static void saysThatThereAreNoSpareThreads(int port) {
        ServiceRequest request =
                ServiceProcess.request(new Service.AttachPort(port), Optional.empty(), Knob.POOL, Knob.MIN_SPARE);
        try (RunningService service = new ServiceOpener(RealClock.NANOSECONDS, unwaited -> {}).open(request)) {
            assertThat(service.missing()).contains(Message.of("missing.knob-unknown", "min-spare", "Undertow"));
        }
    }

    @Test
    void where_the_server_has_no_limit_the_pool_alone_is_tuned_and_that_is_said() throws Exception {
        int port = Ports.free();
        try (SupervisedProcess process = start(
                folder, Path.of(System.getProperty("java.home")), "boot2", "tomcat|jetty|undertow|webmvc", port)) {
            Patience.await().until(() -> !process.isAlive() || item(port).contains("H2"));
            try (RunningService service = open(port)) {
                assertThat(service.found().has(Knob.THREADS)).isFalse();
                assertThat(service.missing()).extracting(Message::key).contains("missing.knob-unseen");
                assertThat(service.describe().routes()).containsExactly("/items/{id}");
                service.apply(Settings.of(Knob.POOL, 4));

                assertThat(service.effective().pool()).hasValue(4);
                assertThat(item(port)).isEqualTo("item 7 of H2");
            }
            try (RunningService again = open(port)) {
                assertThat(again.found().pool()).hasValue(10);
            }
        }
    }

    /** Nothing on a thread says the route there, so that the application's method is named. */
    @Test
    void of_reactive_code_it_is_told_who_holds_connections_on_whatever_thread_they_are() throws Exception {
        int port = Ports.free();
        ExecutorService users = Executors.newFixedThreadPool(USERS);
        var stop = new AtomicBoolean();
        try (SupervisedProcess process = start(
                folder,
                Path.of(System.getProperty("java.home")),
                "boot2",
                "tomcat|jetty|undertow|webmvc",
                "dev.poolfit.reactive.ReactiveShop",
                port)) {
            Patience.await()
                    .until(() -> !process.isAlive() || answer(port, "/loop/7").equals("14"));
            try (RunningService service = open(port);
                    HoldRecorder recorder = service.recordHolds()) {
                recorder.watchStatements();
                var statistics = new HoldStatistics();
                statistics.add(recorder.take());
                for (int user = 0; user < USERS; user++) {
                    String path = List.of("/loop/7", "/elastic/7", "/handed/7").get(user % 3);
                    users.execute(() -> {
                        while (!stop.get()) {
                            answer(port, path);
                        }
                    });
                }
                Patience.await().untilAsserted(() -> {
                    statistics.add(recorder.take());
                    List<EndpointHolds> all = statistics.report("main", 10).endpoints();
                    assertThat(all)
                            .extracting(EndpointHolds::name)
                            .containsExactlyInAnyOrder(REACTIVE + "loop", REACTIVE + "elastic", REACTIVE + "handed");
                    assertThat(all).allSatisfy(each -> {
                        assertThat(each.borrows()).isGreaterThan(30);
                        assertThat(each.statements())
                                .singleElement()
                                .satisfies(sent -> assertThat(sent.count()).isGreaterThan(30));
                        assertThat(each.uses()).anySatisfy(use -> {
                            assertThat(use.stack().kind()).isEqualTo(HoldKind.SLEEP);
                            assertThat(use.stack().top())
                                    .hasValueSatisfying(top -> assertThat(top).startsWith(REACTIVE + "price:"));
                        });
                        assertThat(each.nested())
                                .as("what was handed on is no second connection")
                                .isLessThan(each.borrows() / 10);
                    });
                });
            } finally {
                stop.set(true);
                users.shutdownNow();
            }
        }
    }

    /** The newest one that is installed beside the one that builds this, where there is any. */
    @Test
    void on_a_newer_jdk_the_warning_of_the_agent_is_explained_before_it_is_written() throws Exception {
        Optional<Path> newer = newestJdk();
        assumeThat(newer).as("a JDK from 21 on").isPresent();
        int port = Ports.free();
        try (SupervisedProcess process = start(folder, newer.orElseThrow(), "boot4", "jetty", port)) {
            Patience.await().until(() -> !process.isAlive() || item(port).contains("H2"));
            var told = new ArrayList<String>();
            ServiceOpener opener = new ServiceOpener(RealClock.NANOSECONDS, unwaited -> {}).telling(message -> {
                told.add(message.key());
                assertThat(log(folder, port)).content().doesNotContain("has been loaded dynamically");
            });

            try (RunningService service = opener.open(request(port))) {
                service.apply(Settings.ofPoolAndThreads(4, 20));

                assertThat(service.effective().pool()).hasValue(4);
                assertThat(item(port)).isEqualTo("item 7 of H2");
            }
            assertThat(told).contains("notice.dynamic-agent");
            assertThat(log(folder, port)).content().contains("has been loaded dynamically");
        }
    }
}
