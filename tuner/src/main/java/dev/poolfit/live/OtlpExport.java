package dev.poolfit.live;

import dev.poolfit.experiment.HeaderField;
import dev.poolfit.report.Progress;
import java.io.IOException;
import java.net.ProtocolException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sends a run's figures to a collector each second: OTLP 1.x over HTTP, as JSON. A collector that is away or slow holds nothing up: one
 * request is on its way at a time, what comes meanwhile is left out, and the first failure is told once.
 */
public final class OtlpExport implements AutoCloseable {
    /** The text in place of a header's name that is none, and may hold a secret. */
    public static final String NAMELESS = "one whose name is no header's name";

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final String TOO_LATE = "no whole answer within " + PATIENCE.toSeconds() + " s";
    private static final JsonMapper JSON = new JsonMapper();
    /** A reading stands for now, and not for a time since some start. */
    private static final int CUMULATIVE = 2;

    private final Telemetry telemetry;
    private final HttpRequest.Builder request;
    private final String version;
    private final Consumer<String> warn;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private CompletableFuture<?> sending = CompletableFuture.completedFuture(null);
    private boolean warned;
    /** The JDK's client keeps the connection of an answer that is none of HTTP, and what it read of it: no second one is asked for. */
    private boolean broken;

    /**
     * An export that sends nothing yet.
     *
     * @param experiment its name
     * @param endpoint the address of the collector, such as {@code http://127.0.0.1:4318}; {@code /v1/metrics} is added unless
     *     it ends so
     * @param headers sent along, such as an authorization
     * @param version of this program
     * @param warn is told once why a collector did not take the figures
     * @throws IllegalArgumentException if one of the headers is none that may be sent; the message names it, and never its
     *     value
     */
    public OtlpExport(
            String experiment, URI endpoint, Map<String, String> headers, String version, Consumer<String> warn) {
        telemetry = new Telemetry(experiment);
        String text = endpoint.toString();
        URI address = text.endsWith("/v1/metrics") ? endpoint : URI.create(text.replaceAll("/+$", "") + "/v1/metrics");
        request = HttpRequest.newBuilder(address);
        headers.forEach(this::add);
        request.setHeader("Content-Type", "application/json");
        this.version = version;
        this.warn = warn;
    }

    /** Adds a header; the client's own exception repeats the value, which may be a token, so it is no cause either. */
    private void add(String name, String value) {
        try {
            request.header(name, value);
        } catch (IllegalArgumentException unfit) {
            throw new IllegalArgumentException(HeaderField.isName(name) ? name : NAMELESS);
        }
    }

    /** Wraps progress so that it is sent, too. */
    public Progress beside(Progress other) {
        return telemetry.beside(other, this::send);
    }

    private synchronized void send(Instant now) {
        if (broken || !sending.isDone()) {
            return;
        }
        HttpRequest figures = request.copy()
                .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body(now))))
                .build();
        CompletableFuture<HttpResponse<Void>> answer =
                client.sendAsync(figures, HttpResponse.BodyHandlers.discarding());
        // The request's own timeout ends with the header of the answer.
        sending = answer.copy()
                .orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .handle((response, failure) -> {
                    if (failure != null) {
                        answer.cancel(true);
                        failed(failure);
                    } else if (response.statusCode() >= 300) {
                        warnOnce("status " + response.statusCode());
                    }
                    return response;
                });
    }

    private static String reason(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof TimeoutException) {
            return TOO_LATE;
        }
        return cause instanceof IOException && cause.getMessage() == null
                ? "no connection"
                : String.valueOf(cause.getMessage());
    }

    private synchronized void failed(Throwable failure) {
        broken |= Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(ProtocolException.class::isInstance);
        warnOnce(reason(failure));
    }

    private synchronized void warnOnce(String why) {
        if (!warned) {
            warned = true;
            warn.accept(why);
        }
    }

    private ObjectNode body(Instant now) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        ObjectNode resource = body.putArray("resourceMetrics").addObject();
        ArrayNode about = resource.putObject("resource").putArray("attributes");
        attribute(about, "service.name", "poolfit");
        attribute(about, "service.version", version);
        attribute(about, "poolfit.experiment", telemetry.experiment());
        ObjectNode scope = resource.putArray("scopeMetrics").addObject();
        scope.putObject("scope").put("name", "dev.poolfit").put("version", version);
        ArrayNode metrics = scope.putArray("metrics");
        Map<String, ArrayNode> points = new LinkedHashMap<>();
        String time = "" + (now.getEpochSecond() * 1_000_000_000L + now.getNano());
        for (Telemetry.Figure each : telemetry.figures()) {
            ObjectNode point = points.computeIfAbsent(each.name(), name -> points(metrics, each))
                    .addObject()
                    .put("timeUnixNano", time)
                    .put("asDouble", each.value());
            if (!each.labels().isEmpty()) {
                ArrayNode labels = point.putArray("attributes");
                each.labels().forEach((label, value) -> attribute(labels, label, value));
            }
        }
        return body;
    }

    /** Counts of connections are sums that may fall (UpDownCounter in the conventions), all others gauges. */
    private static ArrayNode points(ArrayNode metrics, Telemetry.Figure figure) {
        ObjectNode metric = metrics.addObject()
                .put("name", figure.name())
                .put("unit", figure.unit())
                .put("description", figure.help());
        return LiveMetric.ofPool(figure.name())
                ? metric.putObject("sum")
                        .put("aggregationTemporality", CUMULATIVE)
                        .put("isMonotonic", false)
                        .putArray("dataPoints")
                : metric.putObject("gauge").putArray("dataPoints");
    }

    private static void attribute(ArrayNode attributes, String key, String value) {
        attributes.addObject().put("key", key).putObject("value").put("stringValue", value);
    }

    /** Waits for what is on its way, for five seconds at most. */
    @Override
    public void close() {
        CompletableFuture<?> last;
        synchronized (this) {
            last = sending;
        }
        last.completeOnTimeout(null, PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .exceptionally(told -> null)
                .join();
    }
}
