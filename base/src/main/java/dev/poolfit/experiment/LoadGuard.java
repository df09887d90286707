package dev.poolfit.experiment;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Keeps load away from machines that nobody named: only the loopback and the hosts that a load allows may get it. */
public final class LoadGuard {
    /** The cause under which a request counts that a script meant for a host that nobody named; it was not sent. */
    public static final String NOT_ALLOWED = "host not in load.allow-hosts";

    /** This name among the hosts that a load allows opens all. */
    public static final String ANY_HOST = "*";

    private static final Pattern LOOPBACK_V4 = Pattern.compile("127(?:\\.(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}");

    private LoadGuard() {}

    /**
     * Returns the hosts of the requests that are neither loopback nor allowed, in alphabetic order; empty if the load may run.
     *
     * @throws dev.poolfit.units.BadQuantity if a request's address is malformed
     */
    public static Set<String> outsideHosts(Load load) {
        Set<String> outside = new TreeSet<>();
        for (Load.Request request : load.allRequests()) {
            String host = UrlTemplate.parse(request.url()).host();
            if (!allows(host, load.allowedHosts())) {
                outside.add(host);
            }
        }
        return outside;
    }

    /** Returns whether load may go to a host: a loopback one, or one that is allowed in the same spelling but for case. */
    public static boolean allows(String host, Set<String> allowedHosts) {
        return isLoopback(host)
                || allowedHosts.contains(ANY_HOST)
                || allowedHosts.stream().anyMatch(host::equalsIgnoreCase);
    }

    /** Returns whether a host is {@code localhost}, of 127.0.0.0/8 or ::1; no other name is looked up, so none is loopback. */
    public static boolean isLoopback(String host) {
        if (host.toLowerCase(Locale.ROOT).equals("localhost")
                || LOOPBACK_V4.matcher(host).matches()) {
            return true;
        }
        if (host.indexOf(':') < 0) {
            return false;
        }
        try {
            return InetAddress.getByName("[" + host + "]").isLoopbackAddress();
        } catch (UnknownHostException notAnAddress) {
            return false;
        }
    }
}
