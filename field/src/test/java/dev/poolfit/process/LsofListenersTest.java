package dev.poolfit.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

/** Systems without /proc, such as macOS, tell who listens by lsof. */
class LsofListenersTest {
    @Test
    void all_addresses_of_a_port_belong_to_its_process() {
        Listeners listeners =
                LsofListeners.parse("p4242\nf31\nn*:8080\nf32\nn[::1]:8081\np77\nf5\nn127.0.0.1:8080\nf6\nn*:*\n");

        assertThat(listeners.on(8080)).containsExactly(77L, 4242L);
        assertThat(listeners.of(4242)).containsExactly(8080, 8081);
        assertThat(listeners.taken(8082)).isFalse();
        assertThat(LsofListeners.parse("").of(1)).isEmpty();
    }

    @Test
    void the_real_program_tells_the_same_as_the_kernel() throws Exception {
        assumeTrue(LsofListeners.available(), "lsof is not installed");
        long own = ProcessHandle.current().pid();
        int port;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
            for (Listeners listeners : new Listeners[] {LsofListeners.now(), ProcListeners.now()}) {
                assertThat(listeners.on(port)).containsExactly(own);
                assertThat(listeners.of(own)).contains(port);
                assertThat(listeners.taken(port)).isTrue();
            }
        }
        assertThat(LsofListeners.now().of(own)).doesNotContain(port);
    }
}
