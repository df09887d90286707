package dev.poolfit.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Someone who joins, and then reads nothing. */
final class SilentReader {
    private SilentReader() {}

    static Socket of(LivePage page) throws IOException {
        URI address = URI.create(page.address());
        var socket = new Socket(InetAddress.getLoopbackAddress(), address.getPort());
        socket.getOutputStream()
                .write(("GET " + address.getPath() + "events HTTP/1.1\r\nHost: 127.0.0.1:" + address.getPort()
                                + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                .isEqualTo("HTTP/1.1 200");
        return socket;
    }
}
