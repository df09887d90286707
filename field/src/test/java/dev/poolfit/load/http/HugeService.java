package dev.poolfit.load.http;

import dev.poolfit.testing.Patience;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Answers with a body of so many zeros; may pause when a part has been sent, and again before the last part. */
final class HugeService implements AutoCloseable {
    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Exchanger<Long> pauses = new Exchanger<>();
    private final long length;
    private final long pause;

    HugeService(long length, long pause) throws IOException {
        this.length = length;
        this.pause = pause;
        var thread = new Thread(this::serve);
        thread.setDaemon(true);
        thread.start();
    }

    private void serve() {
        byte[] zeros = new byte[1 << 20];
        try (Socket socket = server.accept()) {
            var out = socket.getOutputStream();
            out.write(("HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\n")
                    .getBytes(StandardCharsets.ISO_8859_1));
            for (long sent = 0; sent < length; sent += zeros.length) {
                if (pause > 0 && (sent == pause || sent == length - pause)) {
                    System.gc();
                    pauses.exchange(ManagementFactory.getMemoryMXBean()
                            .getHeapMemoryUsage()
                            .getUsed());
                }
                out.write(zeros);
            }
            server.accept().close();
        } catch (IOException clientHasGone) {
            // It has heard enough.
        } catch (InterruptedException impossible) {
            Thread.currentThread().interrupt();
        }
    }

    /** What is reachable at the next pause, when all but what fits into the sockets' buffers has been read. */
    long awaitPause() throws InterruptedException, TimeoutException {
        return pauses.exchange(0L, Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    String url() {
        return "http://127.0.0.1:" + server.getLocalPort() + "/";
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
