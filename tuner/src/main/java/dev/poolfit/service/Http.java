package dev.poolfit.service;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Plain requests to the service itself, never through a proxy. */
final class Http {
    private static final int LIMIT_MILLIS = 450;

    private Http() {}

    /**
     * The body of a page.
     *
     * @throws IOException if there is no 2xx answer within half a second
     */
    static String get(URI page) throws IOException {
        return get(page, LIMIT_MILLIS);
    }

    static String get(URI page, int limitMillis) throws IOException {
        if (!(page.toURL().openConnection(Proxy.NO_PROXY) instanceof HttpURLConnection connection)) {
            throw new IOException(page + " is no http address");
        }
        connection.setConnectTimeout(limitMillis);
        connection.setReadTimeout(limitMillis);
        try {
            int status = connection.getResponseCode();
            if (status / 100 != 2) {
                throw new IOException("status " + status);
            }
            try (InputStream body = connection.getInputStream()) {
                return new String(body.readAllBytes(), StandardCharsets.UTF_8);
            }
        } finally {
            connection.disconnect();
        }
    }
}
