package dev.poolfit.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Database;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database of somebody else may answer any statement by asking for a file of this machine (LOCAL INFILE). */
class FileWishTest {
    private static final String CONTENT = "a text that is nobody else's business";

    @TempDir
    Path folder;

    @Test
    void a_database_that_asks_for_a_file_gets_none() throws Exception {
        Path file = Files.writeString(folder.resolve("private.txt"), CONTENT);
        try (var server = new Server(file)) {
            Database database = Database.of("jdbc:mysql://127.0.0.1:" + server.port() + "/shop")
                    .orElseThrow();

            assertThatThrownBy(() -> new DatabaseSession(database))
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessageContaining("the database at 127.0.0.1")
                    .hasMessageNotContaining("null");
            assertThat(server.received).as("the login and a statement").hasSizeGreaterThan(1);
            assertThat(server.received).noneMatch(packet -> packet.contains(CONTENT));
        }
    }

    /** Lets everybody in, and answers all that comes with the wish for a file. */
    private static final class Server implements AutoCloseable {
        private static final int FILE_WANTED = 0xfb;
        private static final int CAPABILITIES = ~(0x800 | 0x20 | 1 << 24);

        final CopyOnWriteArrayList<String> received = new CopyOnWriteArrayList<>();
        private final ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        private final Path file;

        Server(Path file) throws IOException {
            this.file = file;
            Thread thread = new Thread(this::serve, "database that asks for a file");
            thread.setDaemon(true);
            thread.start();
        }

        int port() {
            return socket.getLocalPort();
        }

        private void serve() {
            while (!socket.isClosed()) {
                try (Socket client = socket.accept()) {
                    serve(client);
                } catch (IOException ended) {
                    // The next one, or the end.
                }
            }
        }

        private void serve(Socket client) throws IOException {
            var in = new DataInputStream(client.getInputStream());
            var greeting = new ByteArrayOutputStream();
            greeting.write(10);
            greeting.writeBytes("11.4.5-MariaDB\0".getBytes(StandardCharsets.US_ASCII));
            greeting.writeBytes(new byte[] {7, 0, 0, 0});
            greeting.writeBytes("abcdefgh\0".getBytes(StandardCharsets.US_ASCII));
            greeting.writeBytes(new byte[] {
                (byte) CAPABILITIES,
                (byte) (CAPABILITIES >> 8),
                45,
                2,
                0,
                (byte) (CAPABILITIES >> 16),
                (byte) (CAPABILITIES >> 24),
                21
            });
            greeting.writeBytes(new byte[10]);
            greeting.writeBytes("ijklmnopqrst\0mysql_native_password\0".getBytes(StandardCharsets.US_ASCII));
            send(client, 0, greeting.toByteArray());
            int sequence = receive(in);
            send(client, sequence + 1, new byte[] {0, 0, 0, 2, 0, 0, 0});
            byte[] name = file.toString().getBytes(StandardCharsets.UTF_8);
            byte[] wish = new byte[name.length + 1];
            wish[0] = (byte) FILE_WANTED;
            System.arraycopy(name, 0, wish, 1, name.length);
            while (true) {
                send(client, receive(in) + 1, wish);
            }
        }

        private int receive(DataInputStream in) throws IOException {
            int length = in.readUnsignedByte() | in.readUnsignedByte() << 8 | in.readUnsignedByte() << 16;
            int sequence = in.readUnsignedByte();
            received.add(new String(in.readNBytes(length), StandardCharsets.UTF_8));
            return sequence;
        }

        private static void send(Socket client, int sequence, byte[] packet) throws IOException {
            var whole = new ByteArrayOutputStream();
            whole.writeBytes(new byte[] {
                (byte) packet.length, (byte) (packet.length >> 8), (byte) (packet.length >> 16), (byte) sequence
            });
            whole.writeBytes(packet);
            client.getOutputStream().write(whole.toByteArray());
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
