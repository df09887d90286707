package dev.poolfit.load.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Answers each connection with the same octets, once or often, and then ends it. */
final class RawService implements AutoCloseable {
    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

    RawService(String answer, boolean reset) throws IOException {
        this(answer, 1, reset);
    }

    RawService(String answer, int times, boolean reset) throws IOException {
        var thread = new Thread(() -> serve(answer, times, reset));
        thread.setDaemon(true);
        thread.start();
    }

    private void serve(String answer, int times, boolean reset) {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                byte[] request = new byte[4096];
                int read = 0;
                while (!new String(request, 0, read, StandardCharsets.ISO_8859_1).contains("\r\n\r\n")) {
                    read += Math.max(0, socket.getInputStream().read(request, read, request.length - read));
                }
                socket.setSoLinger(reset, 0);
                byte[] octets = answer.getBytes(StandardCharsets.ISO_8859_1);
                for (int i = 0; i < times; i++) {
                    socket.getOutputStream().write(octets);
                }
            } catch (IOException clientHasGone) {
                // The next client is served all the same.
            }
        }
    }

    String url() {
        return "http://127.0.0.1:" + server.getLocalPort() + "/";
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
