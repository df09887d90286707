package dev.poolfit.load.http;

import io.netty.handler.codec.http.cookie.ClientCookieDecoder;
import io.netty.handler.codec.http.cookie.Cookie;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the cookies of one user (RFC 6265, without the list of public suffixes); at most {@value #MOST} of
 * {@value #MOST_CHARACTERS} characters together, as much as servers take of a header. The oldest go first.
 */
final class CookieJar {
    private static final int MOST = 50;
    private static final int MOST_CHARACTERS = 1 << 13;

    private record Kept(
            String name, String value, String domain, boolean hostOnly, String path, boolean secure, long ends) {
        int characters() {
            return name.length() + value.length() + domain.length() + path.length();
        }

        boolean sameAs(Kept other) {
            return name.equals(other.name) && domain.equals(other.domain) && path.equals(other.path);
        }

        boolean goesTo(String host, boolean overTls, String target, long now) {
            return now < ends
                    && (overTls || !secure)
                    && (hostOnly ? host.equals(domain) : within(host, domain))
                    && target.startsWith(path)
                    && (path.endsWith("/")
                            || target.length() == path.length()
                            || "/?".indexOf(target.charAt(path.length())) >= 0);
        }
    }

    private final List<Kept> cookies = new ArrayList<>(2);

    /**
     * Keeps, replaces or forgets a cookie as a response says.
     *
     * @param setCookie the field's value; a value that is no cookie is passed over
     * @param host of the request, in lower case
     * @param target path and query of the request
     * @param now milliseconds of any clock that goes on
     */
    void take(String setCookie, String host, String target, long now) {
        Cookie cookie = ClientCookieDecoder.LAX.decode(setCookie);
        if (cookie == null) {
            return;
        }
        String domain = cookie.domain() == null ? "" : cookie.domain().toLowerCase(Locale.ROOT);
        domain = domain.startsWith(".") ? domain.substring(1) : domain;
        if (!domain.isEmpty() && !within(host, domain)) {
            return;
        }
        String path = cookie.path() != null && cookie.path().startsWith("/") ? cookie.path() : folder(target);
        long ends = cookie.maxAge() == Cookie.UNDEFINED_MAX_AGE ? Long.MAX_VALUE : now + 1000 * cookie.maxAge();
        var kept = new Kept(
                cookie.name(),
                cookie.value(),
                domain.isEmpty() ? host : domain,
                domain.isEmpty() || domain.equals(host) && isAddress(host),
                path,
                cookie.isSecure(),
                ends);
        cookies.removeIf(kept::sameAs);
        if (ends > now && kept.characters() <= MOST_CHARACTERS) {
            cookies.add(kept);
            while (cookies.size() > MOST || characters() > MOST_CHARACTERS) {
                cookies.remove(0);
            }
        }
    }

    /** Returns the value of the field {@code Cookie} for a request, null if no cookie goes with it. */
    @Nullable
    String header(String host, boolean overTls, String target, long now) {
        StringBuilder header = null;
        for (int i = 0; i < cookies.size(); i++) {
            Kept cookie = cookies.get(i);
            if (cookie.goesTo(host, overTls, target, now)) {
                header = header == null ? new StringBuilder(48) : header.append("; ");
                header.append(cookie.name).append('=').append(cookie.value);
            }
        }
        return header == null ? null : header.toString();
    }

    private int characters() {
        return cookies.stream().mapToInt(Kept::characters).sum();
    }

    boolean isEmpty() {
        return cookies.isEmpty();
    }

    private static boolean within(String host, String domain) {
        return host.equals(domain) || (host.endsWith("." + domain) && !isAddress(host));
    }

    private static boolean isAddress(String host) {
        return host.indexOf(':') >= 0 || Character.isDigit(host.charAt(host.length() - 1));
    }

    /** Returns the folder of a request's path, without its last slash (RFC 6265, 5.1.4). */
    private static String folder(String target) {
        int query = target.indexOf('?');
        int slash = (query < 0 ? target : target.substring(0, query)).lastIndexOf('/');
        return slash <= 0 ? "/" : target.substring(0, slash);
    }
}
