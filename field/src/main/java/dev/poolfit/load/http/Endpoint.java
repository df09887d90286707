package dev.poolfit.load.http;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.UrlTemplate;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One host and port with its idle connections, the last used first; its address is looked up once. */
final class Endpoint {
    private static final long LONGEST_LOOKUP_SECONDS = 10;

    private final String host;
    private final boolean secure;
    private final boolean http2;
    private final HttpConnectOptions options;
    private final Deque<ClientConnection> idle = new ArrayDeque<>();

    /** Looks the address up; throws EnvironmentFailure if the host has no address, or if the look-up takes over 10 s. */
    Endpoint(UrlTemplate url, boolean http2) {
        host = url.host().toLowerCase(Locale.ROOT);
        secure = url.secure();
        this.http2 = http2;
        options = new HttpConnectOptions()
                .setServer(SocketAddress.inetSocketAddress(new InetSocketAddress(address(url.host()), url.port())))
                .setHost(url.host().indexOf(':') >= 0 ? "[" + url.host() + "]" : url.host())
                .setPort(url.port())
                .setSsl(url.secure());
    }

    private static InetAddress address(String host) {
        if ("localhost".equalsIgnoreCase(host)) {
            return InetAddress.getLoopbackAddress();
        }
        try {
            return lookUp(host).get(LONGEST_LOOKUP_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException unknown) {
            throw new EnvironmentFailure(
                    "The host " + host + " of a request has no address.",
                    "Correct the host under load.requests, or add it to /etc/hosts.",
                    unknown);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new EnvironmentFailure("The look-up of " + host + " was interrupted.", "Start again.", interrupted);
        }
    }

    /** Looks a name up on a thread of its own, for a resolver may take longer than anybody waits. */
    private static FutureTask<InetAddress> lookUp(String host) {
        var task = new FutureTask<>(() -> InetAddress.getByName(host));
        var thread = new Thread(task, "poolfit-look-up");
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    String host() {
        return host;
    }

    boolean secure() {
        return secure;
    }

    boolean http2() {
        return http2;
    }

    HttpConnectOptions options() {
        return options;
    }

    Deque<ClientConnection> idle() {
        return idle;
    }
}
