package dev.poolfit.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports for services that a test is going to start, and ports on which nobody is ever going to listen. */
public final class Ports {
    /** Below those that the system gives to connections, which would take a port while its service still starts. */
    private static final int FIRST = 12_000;

    private static final int LAST = 32_000;

    private Ports() {}

    /** A port that is free, and that no connection is given. */
    public static int free() throws IOException {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            try (var socket = new ServerSocket()) {
                socket.bind(new InetSocketAddress(port));
                return port;
            } catch (IOException taken) {
                if (!(taken instanceof java.net.BindException)) {
                    throw taken;
                }
            }
        }
    }

    /** A socket that keeps its local port from everybody, and does not listen; to be closed. */
    public static Socket deaf() throws IOException {
        var socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return socket;
    }
}
