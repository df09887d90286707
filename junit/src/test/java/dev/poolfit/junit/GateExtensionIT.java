package dev.poolfit.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;

/** A gate that cannot be run fails the tests that have it, and none of them runs. */
class GateExtensionIT {
    private static final String FILE = "target/gate.yaml";

    static class MethodWithGate {
        @Test
        @Gate(file = FILE, base = "echo no database here; exit 7", candidate = "false")
        void never_runs(GateResult result) {
            throw new IllegalStateException("ran with " + result);
        }
    }

    @Gate(file = "target/none.yaml", base = "false", candidate = "false")
    static class ClassWithGate {
        @Test
        void never_runs() {
            throw new IllegalStateException("ran");
        }
    }

    @BeforeAll
    static void write() throws IOException {
        int port;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        Files.writeString(Path.of(FILE), """
                name: shop
                service: {launch: unused, ready: "http://127.0.0.1:%d/"}
                load: {users: 5, requests: [{get: "http://127.0.0.1:%d/"}]}
                tune: {pool: 2..20}
                goal: {throughput: max}
                budget: 1m
                """.formatted(port, port));
    }

    private static List<String> failures(Class<?> tests) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(tests))
                .execute()
                .allEvents()
                .failed()
                .stream()
                .map(each -> each.getRequiredPayload(TestExecutionResult.class)
                        .getThrowable()
                        .orElseThrow()
                        .toString())
                .toList();
    }

    @Test
    void a_method_fails_with_the_log_of_a_base_that_does_not_start() {
        assertThat(failures(MethodWithGate.class))
                .singleElement()
                .asString()
                .contains("GateFailure: The gate has no verdict, exit code 3", "no database here");
    }

    @Test
    void a_class_fails_once_and_says_which_file_is_not_there() {
        assertThat(failures(ClassWithGate.class)).singleElement().asString().contains("exit code 2", "none.yaml");
    }

    @Test
    void an_interrupted_test_ends_the_program() {
        Thread test = Thread.currentThread();
        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(() -> new PoolfitProgram(Path.of(""), Map.of())
                        .run(
                                List.of("gate", FILE, "--base=sleep 600", "--candidate=false"),
                                line -> {},
                                line -> test.interrupt()));
        assertThat(ProcessHandle.current().descendants()).isEmpty();
    }
}
