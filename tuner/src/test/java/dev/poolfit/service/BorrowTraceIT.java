package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.holders.HoldRecorder;
import dev.poolfit.holders.RecordedHolds.Hold;
import dev.poolfit.testing.Patience;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Borrows alone are recorded in a real service, each once, and the service is left as it was. */
class BorrowTraceIT {
    private ServiceProcess process;

    @BeforeEach
    void start() throws IOException {
        process = ServiceProcess.start("-DpoolMBeans=false", "-DconnectionTimeout=300", "-Dhold=20");
    }

    @AfterEach
    void stop() {
        process.close();
    }

    @Test
    void each_borrow_is_told_once_with_its_hold() throws Exception {
        try (RunningService service = process.attach();
                HoldRecorder recorder = service.recordBorrows()) {
            long before = recorder.take().nanos();
            for (int i = 0; i < 40; i++) {
                process.get("/work");
            }
            var told = recorder.take();

            assertThat(told.ended()).hasSize(40);
            assertThat(told.ended()).allMatch(each -> each.heldNanos() >= 20_000_000);
            assertThat(told.ended()).allMatch(each -> each.waitedNanos() >= 0);
            assertThat(told.ended()).allMatch(each -> each.since() > before && each.since() <= told.nanos());
            assertThat(told.held()).isEmpty();
            assertThat(told.before()).isZero();
            assertThat(told.samples()).isEmpty();
            assertThat(told.statements()).isEmpty();
            assertThat(recorder.take().ended()).isEmpty();
        }
    }

    @Test
    void what_is_held_is_told_before_it_is_given_back_and_who_waits_in_vain_when_he_gives_up() throws Exception {
        ExecutorService users = Executors.newFixedThreadPool(12);
        try (RunningService service = process.attach();
                HoldRecorder recorder = service.recordBorrows()) {
            recorder.take();
            List<Future<String>> asked = IntStream.range(0, 12)
                    .mapToObj(user -> users.submit(() -> process.get("/hold")))
                    .toList();
            var ended = new ArrayList<Hold>();
            Patience.await().until(() -> {
                var told = recorder.take();
                ended.addAll(told.ended());
                return told.held().size() == 10 && ended.size() == 2;
            });
            assertThat(ended).allMatch(each -> each.heldNanos() < 0 && each.waitedNanos() >= 300_000_000);

            process.release();
            Patience.await().until(() -> asked.stream().allMatch(Future::isDone));
            Patience.await().until(() -> {
                ended.addAll(recorder.take().ended());
                return ended.size() == 12;
            });
        } finally {
            users.shutdownNow();
        }
    }

    @Test
    void connections_that_were_out_before_are_counted() throws Exception {
        ExecutorService users = Executors.newFixedThreadPool(3);
        try (RunningService service = process.attach()) {
            List<Future<String>> asked = IntStream.range(0, 3)
                    .mapToObj(user -> users.submit(() -> process.get("/hold")))
                    .toList();
            Patience.await().until(() -> process.get("/active").equals("3"));
            try (HoldRecorder recorder = service.recordBorrows()) {
                assertThat(recorder.take().before()).isEqualTo(3);
                process.release();
                Patience.await().until(() -> asked.stream().allMatch(Future::isDone));
                Patience.await().until(() -> recorder.take().before() == 0);
            }
        } finally {
            users.shutdownNow();
        }
    }

    @Test
    void a_connection_that_another_thread_gives_back_is_told_once() throws Exception {
        try (RunningService service = process.attach();
                HoldRecorder recorder = service.recordBorrows()) {
            recorder.take();
            for (int i = 0; i < 10; i++) {
                process.get("/handed");
            }
            var told = recorder.take();

            assertThat(told.ended()).hasSize(10);
            assertThat(told.held()).isEmpty();
        }
    }

    @Test
    void one_recorder_at_a_time_stands_before_the_pools_metrics() throws Exception {
        try (RunningService service = process.attach();
                RunningService other = process.attach();
                HoldRecorder recorder = service.recordBorrows()) {
            recorder.take();
            assertThatThrownBy(other::recordHolds)
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessageContaining("another run of Poolfit records");
        }
    }

    @Test
    void no_request_fails_while_it_records_and_nothing_of_it_is_left() throws Exception {
        var stopped = new AtomicBoolean();
        ExecutorService users = Executors.newFixedThreadPool(4);
        try {
            List<Future<Integer>> loads = IntStream.range(0, 4)
                    .mapToObj(user -> users.submit(() -> process.works(stopped)))
                    .toList();
            for (int round = 0; round < 3; round++) {
                try (RunningService service = process.attach();
                        HoldRecorder recorder = service.recordBorrows()) {
                    recorder.take();
                    var borrows = new ArrayList<Hold>();
                    Patience.await().until(() -> {
                        borrows.addAll(recorder.take().ended());
                        return borrows.size() > 50;
                    });
                }
            }
            stopped.set(true);
            for (Future<Integer> load : loads) {
                assertThat(load.get()).isPositive();
            }
        } finally {
            stopped.set(true);
            users.shutdown();
        }
        assertThat(process.beans("dev.poolfit:*")).isEmpty();
        Patience.await().until(() -> process.threads().stream().noneMatch(name -> name.startsWith("poolfit")));
        assertThat(process.get("/tracker")).doesNotContain("Proxy").contains("Micrometer");
        Patience.await()
                .untilAsserted(() -> assertThat(process.classesOfAgent())
                        .as("but for the entry, which the JVM keeps in its class path")
                        .containsOnly("dev.poolfit.agent.AgentLoader"));
    }
}
