package dev.poolfit.service;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** Plain requests to the service itself, never through a proxy. */
final class Http {
    static final Duration LIMIT = Duration.ofSeconds(2);
    /** Prometheus pages of large services have about one. */
    private static final int LARGEST_MIB = 16;

    private static final HttpClient CLIENT = client(HttpClient.Redirect.NORMAL);
    /** A redirect would take the headers of a request to wherever it leads. */
    private static final HttpClient WITH_HEADERS = client(HttpClient.Redirect.NEVER);

    private Http() {}

    private static HttpClient client(HttpClient.Redirect redirects) {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .proxy(HttpClient.Builder.NO_PROXY)
                .followRedirects(redirects)
                .executor(TimeLimiter.THREADS)
                .build();
    }

    /**
     * The body of a page.
     *
     * @throws IOException if there is no whole 2xx answer within 2 seconds
     */
    static String get(URI page) throws IOException {
        return get(page, LIMIT);
    }

    /** @param limit for all of it, from the connection to the last byte */
    static String get(URI page, Duration limit) throws IOException {
        try {
            return get(HttpRequest.newBuilder(page).build(), limit);
        } catch (IllegalArgumentException unfit) {
            throw new IOException(page + " cannot be asked for: " + unfit.getMessage(), unfit);
        }
    }

    /** The same of a request that may have headers, which go nowhere else. */
    static String get(HttpRequest request, Duration limit) throws IOException {
        try {
            return TimeLimiter.call(limit, () -> fetch(request));
        } catch (ConnectException refused) {
            // The client's own exception tells nothing.
            throw new IOException("the connection was refused", refused);
        } catch (IOException failed) {
            throw failed;
        } catch (TimeoutException late) {
            throw new IOException("no whole answer within " + limit.toMillis() + " ms", late);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        } catch (Exception refused) {
            throw new IOException(request.uri() + " cannot be asked for: " + refused.getMessage(), refused);
        }
    }

    private static String fetch(HttpRequest request) throws IOException, InterruptedException {
        HttpClient client = request.headers().map().isEmpty() ? CLIENT : WITH_HEADERS;
        HttpResponse<InputStream> response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            if (response.statusCode() / 100 != 2) {
                throw new IOException("status " + response.statusCode());
            }
            byte[] content = body.readNBytes((LARGEST_MIB << 20) + 1);
            if (content.length > LARGEST_MIB << 20) {
                throw new IOException("more than " + LARGEST_MIB + " MiB");
            }
            return new String(content, StandardCharsets.UTF_8);
        }
    }
}
