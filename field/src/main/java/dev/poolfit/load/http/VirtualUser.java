package dev.poolfit.load.http;

import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keeps what one user has been given: cookies, values from responses, and whether it is logged in. */
final class VirtualUser {
    private final int user;
    private final @Nullable CookieJar cookies;
    private final Map<String, String> values = new HashMap<>(2);
    private boolean admitted;

    /**
     * @param admitted whether it needs no login
     */
    VirtualUser(int user, boolean keepsCookies, boolean admitted) {
        this.user = user;
        this.admitted = admitted;
        cookies = keepsCookies ? new CookieJar() : null;
    }

    int user() {
        return user;
    }

    boolean admitted() {
        return admitted;
    }

    void admit() {
        admitted = true;
    }

    /** Returns the value that a response gave to a name, null if none has yet. */
    @Nullable
    String value(String name) {
        return values.get(name);
    }

    void keep(Map<String, String> given) {
        values.putAll(given);
    }

    void takeCookies(HttpClientResponse response, Endpoint endpoint, String target) {
        if (cookies != null && response.getHeader(HttpHeaders.SET_COOKIE) != null) {
            long now = System.nanoTime() / 1_000_000;
            for (String each : response.headers().getAll(HttpHeaders.SET_COOKIE)) {
                cookies.take(each, endpoint.host(), target, now);
            }
        }
    }

    /** Returns the cookies for a request, null if there are none. */
    @Nullable
    String cookies(Endpoint endpoint, String target) {
        return cookies == null || cookies.isEmpty()
                ? null
                : cookies.header(endpoint.host(), endpoint.secure(), target, System.nanoTime() / 1_000_000);
    }
}
