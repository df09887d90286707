package dev.poolfit.draft;

import dev.poolfit.experiment.UrlTemplate;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds addresses of a service that answer GET, by asking each of its routes once or a few times. A route whose name says that
 * it ends or removes something is never asked.
 */
public final class Routes {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    /** The longest time for all pages together. */
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private static final int MOST_ASKED = 60;
    static final int MOST_KEPT = 8;
    private static final Pattern HARMFUL = Pattern.compile(
            "(?i).*(?:log-?out|sign-?out|delete|remove|shutdown|restart|reset|cancel|purge|clear|error|crash|oups|actuator).*");
    private static final Pattern VARIABLE = Pattern.compile("\\{[^{}/]*}");
    /** The numbers to try in a path; the first that answers becomes the end of a range. */
    private static final List<Integer> LAST_NUMBERS = List.of(10, 2);

    private static final Pattern LOGIN = Pattern.compile("(?i).*/(?:log-?in|log-?on|sign-?in)(?:/.*)?");
    /** What describes the service itself, as springdoc, springfox and the console of H2 do. */
    private static final Pattern TOOL =
            Pattern.compile("(?i).*/(?:v[23]/api-docs|swagger(?:-[a-z]+)*|h2-console|webjars)(?:[./].*)?");
    /** The most addresses, of those that somebody named, that are asked whether they want a login. */
    private static final int MOST_TRIED = 3;

    private final String base;
    private final List<SecretHeader> headers;
    private final long begun = System.nanoTime();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(LIMIT)
            .build();

    /**
     * @param base such as {@code http://127.0.0.1:8080}
     * @param headers the headers that each route gets
     */
    public Routes(String base, List<SecretHeader> headers) {
        this.base = base;
        this.headers = List.copyOf(headers);
    }

    /** Asks routes that can do no harm, at most {@value #MOST_ASKED}, and keeps at most {@value #MOST_KEPT} pages. */
    public FoundRoutes answering(List<String> routes) throws InterruptedException {
        var found = new LinkedHashMap<String, Integer>();
        var locked = new ArrayList<String>();
        var demands = new ArrayList<LoginDemand>();
        // Neither a page to log in nor one about the service is what its users load.
        List<String> asked = harmless(routes)
                .filter(each ->
                        !LOGIN.matcher(each).matches() && !TOOL.matcher(each).matches())
                .toList();
        for (String route : asked) {
            if (found.size() < MOST_KEPT) {
                Answer first = ask(filled(route, "1"), headers);
                if (first.page()) {
                    found.put(base + template(route), 1);
                }
                first.demand().ifPresent(demands::add);
                first.demand().ifPresent(demand -> locked.add(base + filled(route, "1")));
            }
        }
        if (found.isEmpty() && locked.isEmpty()) {
            Answer first = ask("/", headers);
            if (first.page()) {
                found.put(base + "/", 1);
            }
            first.demand().ifPresent(demands::add);
            first.demand().ifPresent(demand -> locked.add(base + "/"));
        }
        return new FoundRoutes(found, locked, LoginDemand.together(demands));
    }

    /** Returns the login that addresses of this service ask for, if all of the first few ask for one. */
    public Optional<LoginDemand> demanded(Collection<String> addresses) throws InterruptedException {
        var demands = new ArrayList<LoginDemand>();
        List<String> tried = addresses.stream()
                .filter(each -> each.startsWith(base + "/"))
                .limit(MOST_TRIED)
                .toList();
        for (String each : tried) {
            UrlTemplate url = UrlTemplate.parse(each);
            ask(url.target().draw(new Random(1)), headers).demand().ifPresent(demands::add);
        }
        return demands.size() == tried.size() ? LoginDemand.together(demands) : Optional.empty();
    }

    /** Returns the requests that may use the database: health, the harmless ones of these routes, and the first page. */
    public List<HttpRequest> toWake(List<String> health, List<String> routes) {
        return Stream.of(health.stream(), harmless(routes).map(route -> filled(route, "1")), Stream.of("/"))
                .flatMap(Function.identity())
                .flatMap(path -> address(path).stream())
                .map(each -> request(each, headers))
                .toList();
    }

    private static Stream<String> harmless(List<String> routes) {
        return routes.stream()
                .filter(route -> !HARMFUL.matcher(route).matches() && !route.contains("*"))
                .limit(MOST_ASKED);
    }

    /** Returns the address of a route; empty where it has characters that no address has. */
    private Optional<URI> address(String path) {
        try {
            return Optional.of(URI.create(base + path));
        } catch (IllegalArgumentException unfit) {
            return Optional.empty();
        }
    }

    /** Returns the first of these paths that answers without any header, as an address. */
    public Optional<String> first(List<String> paths) throws InterruptedException {
        for (String path : paths) {
            if (ask(path, List.of()).page()) {
                return Optional.of(base + path);
            }
        }
        return Optional.empty();
    }

    /** Returns a route that answers, with the numbers that answer, too. */
    private String template(String route) throws InterruptedException {
        if (VARIABLE.matcher(route).results().count() == 1) {
            for (int last : LAST_NUMBERS) {
                if (ask(filled(route, "" + last), headers).page()) {
                    return filled(route, "{1.." + last + "}");
                }
            }
        }
        return filled(route, "1");
    }

    private static String filled(String route, String value) {
        return VARIABLE.matcher(route).replaceAll(Matcher.quoteReplacement(value));
    }

    private static HttpRequest request(URI address, List<SecretHeader> headers) {
        var request = HttpRequest.newBuilder(address);
        headers.forEach(each -> request.header(each.name(), each.value().value()));
        return request.build();
    }

    /** @param page whether it was answered with a 2xx status, to its end */
    private record Answer(boolean page, Optional<LoginDemand> demand) {
        static final Answer NONE = new Answer(false, Optional.empty());
    }

    private Answer ask(String path, List<SecretHeader> sent) throws InterruptedException {
        Optional<URI> address = address(path);
        if (address.isEmpty() || System.nanoTime() - begun > LONGEST.toNanos()) {
            return Answer.NONE;
        }
        var answer = client.sendAsync(request(address.get(), sent), HttpResponse.BodyHandlers.discarding());
        try {
            // To the end of its body: a stream of events is no page for a load.
            HttpResponse<Void> whole = answer.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            return new Answer(whole.statusCode() / 100 == 2, LoginDemand.of(whole));
        } catch (ExecutionException | TimeoutException unanswered) {
            answer.cancel(true);
            return Answer.NONE;
        }
    }
}
