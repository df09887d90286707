package dev.poolfit.benchmarks.engine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An nginx with one worker that serves one static page of 100 bytes on the loopback. */
final class StaticServer implements AutoCloseable {
    private final int port;
    private final Process nginx;

    StaticServer(Path folder) throws IOException, InterruptedException {
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Files.createDirectories(folder.resolve("page"));
        Files.writeString(folder.resolve("page/index.html"), "poolfit--\n".repeat(10));
        Path configuration = Files.writeString(folder.resolve("nginx.conf"), """
                daemon off;
                worker_processes 1;
                worker_rlimit_nofile 15000;
                pid nginx.pid;
                error_log stderr crit;
                events { worker_connections 14000; }
                http {
                  access_log off;
                  open_file_cache max=16 inactive=1h;
                  keepalive_requests 1000000000;
                  client_body_temp_path tmp; proxy_temp_path tmp; fastcgi_temp_path tmp; uwsgi_temp_path tmp; scgi_temp_path tmp;
                  server { listen 127.0.0.1:%d backlog=8192; root page; }
                }
                """.formatted(port));
        nginx = new ProcessBuilder(List.of("nginx", "-p", folder.toString(), "-c", configuration.toString()))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("nginx.log").toFile())
                .start();
        awaitOpen();
    }

    private void awaitOpen() throws InterruptedException {
        for (int tries = 0; tries < 100 && nginx.isAlive(); tries++) {
            try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return;
            } catch (IOException notYet) {
                Thread.sleep(50);
            }
        }
        throw new IllegalStateException("nginx does not start; install it, and see nginx.log");
    }

    String url() {
        return "http://127.0.0.1:" + port + "/";
    }

    @Override
    public void close() throws InterruptedException {
        nginx.destroy();
        if (!nginx.waitFor(5, TimeUnit.SECONDS)) {
            nginx.descendants().forEach(ProcessHandle::destroyForcibly);
            nginx.destroyForcibly();
        }
    }
}
