package dev.poolfit.benchmarks.faults;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A proxy before a database that passes nothing on any more for some connections, and does not close them: as a firewall that forgot them. */
final class DeafProxy implements AutoCloseable {
    private static final int BYTES = 8192;

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Pair> pairs = new CopyOnWriteArrayList<>();
    private final int target;

    /** @param target port of the database */
    DeafProxy(int target) throws IOException {
        this.target = target;
        daemon(() -> {
            while (true) {
                Socket client = server.accept();
                daemon(() -> pass(client));
            }
        });
    }

    private void pass(Socket client) throws IOException {
        try (client;
                Socket database = new Socket(InetAddress.getLoopbackAddress(), target)) {
            var pair = new Pair(client, database);
            pairs.add(pair);
            daemon(() -> pair.pass(pair.client, pair.database));
            pair.pass(pair.database, pair.client);
        }
    }

    int port() {
        return server.getLocalPort();
    }

    /** Passes nothing on any more for so many of the connections that are open. */
    void deafen(int connections) {
        pairs.stream()
                .filter(each -> !each.client.isClosed() && !each.database.isClosed())
                .limit(connections)
                .forEach(each -> each.deaf = true);
    }

    private interface Work {
        void run() throws IOException;
    }

    /** Works until a socket is closed. */
    private static void daemon(Work work) {
        var thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException closed) {
                // The run has ended.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Pair each : pairs) {
            each.client.close();
            each.database.close();
        }
    }

    private static final class Pair {
        private final Socket client;
        private final Socket database;
        private volatile boolean deaf;

        Pair(Socket client, Socket database) {
            this.client = client;
            this.database = database;
        }

        void pass(Socket from, Socket to) throws IOException {
            byte[] bytes = new byte[BYTES];
            int read = from.getInputStream().read(bytes);
            while (read >= 0) {
                if (!deaf) {
                    to.getOutputStream().write(bytes, 0, read);
                }
                read = from.getInputStream().read(bytes);
            }
            to.close();
            from.close();
        }
    }
}
