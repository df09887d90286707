package dev.poolfit.load.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The fence around JMeter's JVM judges the address that a socket connects to, though its name has got another one. */
class SocketFenceIT {
    @TempDir
    Path folder;

    @Test
    void a_name_that_gets_another_address_leads_out_at_no_time() throws Exception {
        Path jar = folder.resolve("fence.jar");
        try (InputStream packed = SocketFenceIT.class.getResourceAsStream("/dev/poolfit/service/poolfit-agent.jar")) {
            Files.copy(Objects.requireNonNull(packed), jar);
        }
        Path program = Files.writeString(folder.resolve("Rebound.java"), """
                import java.net.InetAddress;
                import java.net.InetSocketAddress;
                import java.net.Socket;
                import java.nio.file.Files;
                import java.nio.file.Path;

                class Rebound {
                    public static void main(String[] args) throws Exception {
                        Path hosts = Path.of(args[0]);
                        Files.writeString(hosts, "192.0.2.1 shop.test\\n");
                        InetAddress found = InetAddress.getByName("shop.test");
                        Files.writeString(hosts, "127.0.0.1 shop.test\\n");
                        try (Socket socket = new Socket()) {
                            socket.connect(new InetSocketAddress(found, 9), 100);
                            System.out.println("connected");
                        } catch (Exception failed) {
                            System.out.println(failed.getMessage());
                        }
                    }
                }
                """);
        Path hosts = folder.resolve("hosts");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-javaagent:" + jar + "=refused here",
                        "-Djdk.net.hosts.file=" + hosts,
                        "-Dsun.net.inetaddr.ttl=0",
                        program.toString(),
                        hosts.toString())
                .redirectErrorStream(true)
                .start();

        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip())
                .isEqualTo("refused here");
        assertThat(folder.resolve("fence.jar.up")).exists();
    }
}
