package dev.poolfit.load;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.LoadGuard;
import dev.poolfit.experiment.UrlTemplate;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.Deque;

/** One host and port with its idle connections, the last used first; its address is looked up once. */
final class Endpoint {
    private final HttpConnectOptions options;
    private final Deque<Lane> idle = new ArrayDeque<>();

    /** @throws EnvironmentFailure if the host has no address */
    Endpoint(UrlTemplate url) {
        options = new HttpConnectOptions()
                .setServer(SocketAddress.inetSocketAddress(new InetSocketAddress(address(url.host()), url.port())))
                .setHost(url.host().indexOf(':') >= 0 ? "[" + url.host() + "]" : url.host())
                .setPort(url.port())
                .setSsl(url.secure());
    }

    private static InetAddress address(String host) {
        try {
            return "localhost".equalsIgnoreCase(host)
                    ? InetAddress.getByAddress(host, new byte[] {127, 0, 0, 1})
                    : InetAddress.getByName(host);
        } catch (UnknownHostException unknown) {
            throw new EnvironmentFailure(
                    "The host " + host + " of a request has no address.",
                    "Correct the host under load.requests, or add it to /etc/hosts.",
                    unknown);
        }
    }

    /** Whether a host's certificate can be taken as it is, because it is this machine. */
    static boolean trusted(UrlTemplate url) {
        return LoadGuard.isLoopback(url.host());
    }

    HttpConnectOptions options() {
        return options;
    }

    Deque<Lane> idle() {
        return idle;
    }
}
