package dev.poolfit.draft;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Addresses of a service that answer GET, found by asking each of its routes once or a few times. A route whose name says
 * that it ends or removes something is never asked.
 */
public final class Routes {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    /** For all pages together. */
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private static final int MOST_ASKED = 60;
    private static final int MOST_KEPT = 8;
    private static final Pattern HARMFUL = Pattern.compile(
            "(?i).*(?:log-?out|sign-?out|delete|remove|shutdown|restart|reset|cancel|purge|clear|error|crash|oups|actuator).*");
    private static final Pattern VARIABLE = Pattern.compile("\\{[^{}/]*}");
    /** What may stand for a number in a path, with the range that is taken if the last of it answers, too. */
    private static final List<Integer> LAST_NUMBERS = List.of(10, 2);

    private final String base;
    private final long begun = System.nanoTime();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(LIMIT)
            .build();

    /** @param base such as {@code http://127.0.0.1:8080} */
    public Routes(String base) {
        this.base = base;
    }

    /** Those that answered, as addresses of an experiment file, each with weight 1; at most {@value #MOST_KEPT}. */
    public Map<String, Integer> answering(List<String> routes) throws InterruptedException {
        var found = new LinkedHashMap<String, Integer>();
        for (String route : harmless(routes).toList()) {
            if (found.size() < MOST_KEPT) {
                template(route).ifPresent(path -> found.put(base + path, 1));
            }
        }
        if (found.isEmpty() && answers("/")) {
            found.put(base + "/", 1);
        }
        return found;
    }

    /** Pages that may use the database: health, the harmless ones of these routes, and the first page. */
    public List<URI> toWake(List<String> health, List<String> routes) {
        return Stream.of(health.stream(), harmless(routes).map(route -> filled(route, "1")), Stream.of("/"))
                .flatMap(Function.identity())
                .flatMap(path -> address(path).stream())
                .toList();
    }

    private static Stream<String> harmless(List<String> routes) {
        return routes.stream()
                .filter(route -> !HARMFUL.matcher(route).matches() && !route.contains("*"))
                .limit(MOST_ASKED);
    }

    /** A route may have characters that no address has. */
    private Optional<URI> address(String path) {
        try {
            return Optional.of(URI.create(base + path));
        } catch (IllegalArgumentException unfit) {
            return Optional.empty();
        }
    }

    /** The first of these paths that answers, as an address. */
    public Optional<String> first(List<String> paths) throws InterruptedException {
        for (String path : paths) {
            if (answers(path)) {
                return Optional.of(base + path);
            }
        }
        return Optional.empty();
    }

    private Optional<String> template(String route) throws InterruptedException {
        if (!answers(filled(route, "1"))) {
            return Optional.empty();
        }
        if (VARIABLE.matcher(route).results().count() == 1) {
            for (int last : LAST_NUMBERS) {
                if (answers(filled(route, "" + last))) {
                    return Optional.of(filled(route, "{1.." + last + "}"));
                }
            }
        }
        return Optional.of(filled(route, "1"));
    }

    private static String filled(String route, String value) {
        return VARIABLE.matcher(route).replaceAll(java.util.regex.Matcher.quoteReplacement(value));
    }

    private boolean answers(String path) throws InterruptedException {
        Optional<URI> address = address(path);
        if (address.isEmpty()) {
            return false;
        }
        if (System.nanoTime() - begun > LONGEST.toNanos()) {
            return false;
        }
        var answer =
                client.sendAsync(HttpRequest.newBuilder(address.get()).build(), HttpResponse.BodyHandlers.discarding());
        try {
            // To the end of its body: a stream of events is no page for a load.
            return answer.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS).statusCode() / 100 == 2;
        } catch (ExecutionException | TimeoutException unanswered) {
            answer.cancel(true);
            return false;
        }
    }
}
