package dev.poolfit.app;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Addresses of a service that answer GET, found by asking each of its routes once or a few times. A route whose name says
 * that it ends or removes something is never asked.
 */
final class Routes {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final int MOST_ASKED = 60;
    private static final int MOST_KEPT = 8;
    private static final Pattern HARMFUL = Pattern.compile(
            "(?i).*(?:log-?out|sign-?out|delete|remove|shutdown|restart|reset|cancel|purge|clear|error|crash|oups|actuator).*");
    private static final Pattern VARIABLE = Pattern.compile("\\{[^{}/]*}");
    /** What may stand for a number in a path, with the range that is taken if the last of it answers, too. */
    private static final List<Integer> LAST_NUMBERS = List.of(10, 2);

    private final String base;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(LIMIT)
            .build();

    /** @param base such as {@code http://127.0.0.1:8080} */
    Routes(String base) {
        this.base = base;
    }

    /** Those that answered, as addresses of an experiment file, each with weight 1; at most {@value #MOST_KEPT}. */
    Map<String, Integer> answering(List<String> routes) throws InterruptedException {
        var found = new LinkedHashMap<String, Integer>();
        List<String> harmless = routes.stream()
                .filter(route -> !HARMFUL.matcher(route).matches() && !route.contains("*"))
                .limit(MOST_ASKED)
                .toList();
        for (String route : harmless) {
            if (found.size() < MOST_KEPT) {
                template(route).ifPresent(path -> found.put(base + path, 1));
            }
        }
        if (found.isEmpty() && answers("/")) {
            found.put(base + "/", 1);
        }
        return found;
    }

    /** The first of these paths that answers, as an address. */
    Optional<String> first(List<String> paths) throws InterruptedException {
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
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(base + path))
                    .timeout(LIMIT)
                    .build();
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() / 100 == 2;
        } catch (IOException | IllegalArgumentException unanswered) {
            return false;
        }
    }
}
