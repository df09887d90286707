package dev.poolfit.service;

import dev.poolfit.units.PlainText;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;

/**
 * Sends plain requests to the service itself, never through a proxy. A redirect is followed to the host that was asked,
 * on whatever port; what leads to another host is no answer, for the service names it and nobody else does.
 */
final class Http {
    static final Duration LIMIT = Duration.ofSeconds(2);
    /** The largest answer that is read; Prometheus pages of large services have about 1 MiB. */
    private static final int LARGEST_MIB = 16;

    private static final int LONGEST_HOST = 60;

    private static final int MOST_REDIRECTS = 5;
    /** The most broken answers, since the JDK's client keeps their connections, and what it has read of them. */
    private static final int MOST_BROKEN = 20;

    /** The number of broken answers that each address has given in a row. */
    private static final Map<String, Integer> BROKEN = new ConcurrentHashMap<>();

    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .followRedirects(HttpClient.Redirect.NEVER)
            .executor(TimeLimiter.THREADS)
            .build();

    private Http() {}

    /** Returns the body of a page; throws IOException if there is no whole 2xx answer within 2 s. */
    static String get(URI page) throws IOException {
        return get(page, LIMIT);
    }

    /** @param limit from the connection to the last byte */
    static String get(URI page, Duration limit) throws IOException {
        try {
            return get(HttpRequest.newBuilder(page).build(), limit);
        } catch (IllegalArgumentException unfit) {
            throw new IOException(page + " cannot be asked for: " + unfit.getMessage(), unfit);
        }
    }

    /** Returns the body for a request that may have headers; then no redirect is followed, so that they go nowhere else. */
    static String get(HttpRequest request, Duration limit) throws IOException {
        String address = String.valueOf(request.uri().getAuthority());
        if (BROKEN.getOrDefault(address, 0) >= MOST_BROKEN) {
            throw new IOException("answered with what is no HTTP " + MOST_BROKEN + " times, and is not asked any more");
        }
        try {
            String page = TimeLimiter.call(limit, () -> fetch(request));
            BROKEN.remove(address);
            return page;
        } catch (ConnectException refused) {
            // The client's own exception tells nothing.
            throw new IOException("the connection was refused", refused);
        } catch (IOException failed) {
            if (failed instanceof ProtocolException || failed.getCause() instanceof ProtocolException) {
                BROKEN.merge(address, 1, Integer::sum);
            }
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
        HttpRequest asked = request;
        for (int redirects = 0; ; redirects++) {
            HttpResponse<InputStream> response = CLIENT.send(asked, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                if (response.statusCode() / 100 == 2) {
                    return content(body);
                }
                Optional<URI> next = REDIRECTS.contains(response.statusCode())
                        ? resolved(asked.uri(), response.headers().firstValue("Location"))
                        : Optional.empty();
                if (next.isEmpty() || !request.headers().map().isEmpty() || redirects == MOST_REDIRECTS) {
                    throw new IOException("status " + response.statusCode());
                }
                asked = HttpRequest.newBuilder(sameHost(asked.uri(), next.get(), response.statusCode()))
                        .build();
            }
        }
    }

    /** Returns empty where it is no address. */
    private static Optional<URI> resolved(URI from, Optional<String> location) {
        try {
            return location.map(from::resolve);
        } catch (IllegalArgumentException unfit) {
            return Optional.empty();
        }
    }

    private static URI sameHost(URI from, URI to, int status) throws IOException {
        if (!String.valueOf(from.getHost()).equalsIgnoreCase(to.getHost())
                || !("http".equals(to.getScheme()) || "https".equals(to.getScheme()))) {
            throw new IOException("status " + status + ", a redirect to "
                    + PlainText.shortened(
                            to.getHost() == null ? "a " + to.getScheme() + " address" : to.getHost(), LONGEST_HOST)
                    + ", and only " + from.getHost()
                    + " is asked");
        }
        if ("https".equals(from.getScheme()) && "http".equals(to.getScheme())) {
            throw new IOException("status " + status + ", a redirect from https to http");
        }
        return to;
    }

    private static String content(InputStream body) throws IOException {
        byte[] content = body.readNBytes((LARGEST_MIB << 20) + 1);
        if (content.length > LARGEST_MIB << 20) {
            throw new IOException("more than " + LARGEST_MIB + " MiB");
        }
        return new String(content, StandardCharsets.UTF_8);
    }
}
