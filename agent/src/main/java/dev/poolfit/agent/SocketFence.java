package dev.poolfit.agent;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.security.Security;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Entry point of the agent that keeps a load generator's JVM to this machine and to hosts that are allowed. The JVM asks
 * its selector of proxies before it connects a socket: this one refuses every other address, so that no redirect, no
 * embedded resource, no proxy and no name that resolves elsewhere leads outside.
 */
public final class SocketFence extends ProxySelector {
    /** The end of the name of an empty file beside the jar, which tells that the fence is up. */
    private static final String SIGN = ".up";

    private final String refusal;
    private final Set<String> names = new HashSet<>();
    private final Set<InetAddress> addresses = new HashSet<>();

    private SocketFence(String refusal, List<String> allowedHosts) {
        this.refusal = refusal;
        for (String host : allowedHosts) {
            names.add(host.toLowerCase(Locale.ROOT));
            try {
                addresses.addAll(Arrays.asList(InetAddress.getAllByName(host)));
            } catch (UnknownHostException later) {
                continue;
            }
        }
    }

    /**
     * Puts up the fence; called by the JVM before the program begins.
     *
     * @param arguments the message for a refused address, then the allowed hosts, with commas between them
     * @throws IOException if the file that tells of it cannot be written
     */
    public static void premain(String arguments) throws IOException, URISyntaxException {
        // A name keeps its first address, so that a socket connects to the one that was judged here.
        Security.setProperty("networkaddress.cache.ttl", "-1");
        List<String> words = Arrays.asList(arguments.split(",", -1));
        ProxySelector.setDefault(new SocketFence(words.get(0), words.subList(1, words.size())));
        Path jar = Paths.get(SocketFence.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Files.write(jar.resolveSibling(jar.getFileName() + SIGN), new byte[0]);
    }

    @Override
    public List<Proxy> select(URI target) {
        String host = target == null ? null : target.getHost();
        if (host == null || !(names.contains(host.toLowerCase(Locale.ROOT)) || open(host))) {
            throw new IllegalStateException(refusal);
        }
        return List.of(Proxy.NO_PROXY);
    }

    private boolean open(String host) {
        try {
            return Arrays.stream(InetAddress.getAllByName(host))
                    .allMatch(address -> address.isLoopbackAddress() || addresses.contains(address));
        } catch (UnknownHostException unknown) {
            return false;
        }
    }

    @Override
    public void connectFailed(URI target, SocketAddress address, IOException failure) {
        // There is no other proxy to try.
    }
}
