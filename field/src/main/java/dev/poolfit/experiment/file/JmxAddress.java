package dev.poolfit.experiment.file;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the path of an HTTP request in JMeter, which may be a whole address. */
final class JmxAddress {
    private static final String OPEN = "${";
    private static final Pattern AUTHORITY = Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+)(?::\\d*)?");
    private static final Pattern HOST = Pattern.compile("\\[?[0-9A-Fa-f:.]+]?|[A-Za-z0-9._-]+");

    private JmxAddress() {}

    /**
     * Returns the host that a path names, or what stands where the host would be; empty if it cannot name one.
     *
     * @param path with the variables that are known put in
     */
    static Optional<String> host(String path) {
        int unknown = path.indexOf(OPEN);
        String known = unknown < 0 ? path : path.substring(0, unknown);
        for (String scheme : new String[] {"http://", "https://"}) {
            if (path.startsWith(scheme)) {
                int slash = path.indexOf('/', scheme.length());
                String authority = path.substring(scheme.length(), slash < 0 ? path.length() : slash);
                Matcher plain = AUTHORITY.matcher(authority);
                return Optional.of(plain.matches() ? plain.group(1) : authority);
            }
            if (unknown >= 0 && scheme.startsWith(known)) {
                return Optional.of(path);
            }
        }
        return Optional.empty();
    }

    /** Returns whether a text is a host, and nothing but one. */
    static boolean proven(String host) {
        return HOST.matcher(host).matches();
    }
}
