package dev.poolfit.prometheus;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.units.Durations;
import dev.poolfit.units.PlainText;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The HTTP API of a Prometheus server, asked one question after the other. A server that is busy (429, 503) is asked again when it
 * says so, as is one whose connection is refused or breaks, and a range that is too much for it is asked for in halves.
 */
final class PrometheusServer {
    /** The server refuses more points of a series. */
    static final int MOST_POINTS = 11_000;

    private static final Duration CONNECT = Duration.ofSeconds(10);
    /** Prometheus itself gives up after two minutes. */
    private static final Duration LIMIT = Duration.ofSeconds(130);

    /** After so many late answers nothing more is asked: halves of a range did not help either. */
    private static final int MOST_LATE = 3;

    private static final int LARGEST = 8 << 20;
    private static final int TRIES = 5;
    private static final long LONGEST_PAUSE = 60;
    private static final int LEAST_STEPS = 8;
    private static final int LONGEST_MESSAGE = 300;
    private static final Set<Integer> BUSY = Set.of(429, 502, 503, 504);
    private static final JsonMapper JSON = JsonMapper.shared();

    private static final ExecutorService READERS = Executors.newCachedThreadPool(task -> {
        var thread = new Thread(task, "poolfit-prometheus");
        thread.setDaemon(true);
        return thread;
    });

    private final PrometheusAccess access;
    private final Duration pause;
    private final Duration limit;
    /** Whether it has answered at all: an address at which nobody does is rather wrong. */
    private boolean answers;

    /** Answers that came too late, one after the other. */
    private int late;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    PrometheusServer(PrometheusAccess access) {
        this(access, Duration.ofSeconds(2), LIMIT);
    }

    /**
     * Asks a server.
     *
     * @param pause before it is asked again for the first time, where it does not say itself; twice as long each time after
     * @param limit of one answer
     */
    PrometheusServer(PrometheusAccess access, Duration pause, Duration limit) {
        this.access = access;
        this.pause = pause;
        this.limit = limit;
    }

    /** Says that an answer is more than the server gives, or than is read. */
    private static final class TooMuch extends IOException {
        private static final long serialVersionUID = 1;

        TooMuch(String what) {
            super(what);
        }
    }

    /** Returns the names of all metrics that meet the matchers. */
    Set<String> names(long start, long end) {
        var asked = new HashMap<String, String>();
        asked.put("start", "" + start);
        asked.put("end", "" + end);
        if (!access.match().isEmpty()) {
            asked.put("match[]", "{__name__!=\"\"," + access.match() + "}");
        }
        try {
            return data("label/__name__/values", asked)
                    .valueStream()
                    .map(JsonNode::asString)
                    .collect(Collectors.toSet());
        } catch (IOException failed) {
            throw failure(String.valueOf(failed.getMessage()), failed);
        }
    }

    /**
     * Returns what a query gives over a range.
     *
     * @param start of the range in seconds since 1970, as is its end, which is asked for, too
     * @param step in seconds, so that there are at most {@link #MOST_POINTS}
     */
    List<Series> range(String query, long start, long end, long step) {
        try {
            return Series.all(data(
                    "query_range",
                    Map.of(
                            "query",
                            query,
                            "start",
                            "" + start,
                            "end",
                            "" + end,
                            "step",
                            "" + step,
                            "timeout",
                            "120s")));
        } catch (TooMuch tooMuch) {
            long steps = (end - start) / step;
            if (steps < LEAST_STEPS) {
                throw failure(String.valueOf(tooMuch.getMessage()), tooMuch);
            }
            long middle = start + steps / 2 * step;
            var all = new ArrayList<>(range(query, start, middle, step));
            all.addAll(range(query, middle + step, end, step));
            return all;
        } catch (IOException failed) {
            throw failure(String.valueOf(failed.getMessage()), failed);
        }
    }

    private record Answer(int status, String retryAfter, byte[] body) {}

    private JsonNode data(String path, Map<String, String> parameters) throws IOException {
        for (int tried = 1; ; tried++) {
            Answer answer;
            try {
                answer = ask(path, parameters);
            } catch (TooMuch tooMuch) {
                throw tooMuch;
            } catch (IOException broken) {
                if (!answers
                        || late >= MOST_LATE
                        || tried == TRIES
                        || Thread.currentThread().isInterrupted()) {
                    throw broken;
                }
                pause("", tried);
                continue;
            }
            if (answer.status() / 100 == 2) {
                late = 0;
                return parsed(answer.body());
            }
            String said = said(answer.body());
            String told = "it answered with status " + answer.status() + (said.isEmpty() ? "" : ": " + said);
            if (said.contains("timed out")) {
                throw late(told);
            }
            if (answer.status() == 422) {
                throw new TooMuch(told);
            }
            if (!BUSY.contains(answer.status()) || tried == TRIES) {
                throw new IOException(told);
            }
            pause(answer.retryAfter(), tried);
        }
    }

    /** Halves are asked for where an answer takes too long, but not for ever. */
    private IOException late(String told) {
        late++;
        return late < MOST_LATE ? new TooMuch(told) : new IOException(told);
    }

    private Answer ask(String path, Map<String, String> parameters) throws IOException {
        if (late >= MOST_LATE) {
            throw new IOException("its answers took too long " + late + " times, one after the other");
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(address(path, parameters))
                .header("Accept", "application/json")
                .timeout(limit);
        access.authorization().ifPresent(each -> request.header("Authorization", each.value()));
        try {
            HttpResponse<InputStream> response =
                    client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            answers = true;
            try (InputStream body = response.body()) {
                // The client's own limit ends with the headers.
                Future<byte[]> read = READERS.submit(() -> body.readNBytes(LARGEST + 1));
                return new Answer(
                        response.statusCode(),
                        response.headers().firstValue("Retry-After").orElse(""),
                        whole(read.get(limit.toNanos(), TimeUnit.NANOSECONDS)));
            }
        } catch (HttpConnectTimeoutException silent) {
            throw new IOException("there was no connection within " + CONNECT.toSeconds() + " s", silent);
        } catch (HttpTimeoutException | TimeoutException slow) {
            throw late("it gave no whole answer within " + Durations.format(limit));
        } catch (ConnectException refused) {
            throw new IOException("the connection was refused", refused);
        } catch (ExecutionException broken) {
            throw new IOException("its answer broke off", broken);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
    }

    private static byte[] whole(byte[] body) throws IOException {
        if (body.length > LARGEST) {
            throw new TooMuch("its answer is larger than " + (LARGEST >> 20) + " MiB");
        }
        return body;
    }

    private URI address(String path, Map<String, String> parameters) {
        String base = access.url().toString();
        return URI.create((base.endsWith("/") ? base : base + "/") + "api/v1/" + path + "?"
                + parameters.entrySet().stream()
                        .map(each -> URLEncoder.encode(each.getKey(), StandardCharsets.UTF_8) + "="
                                + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
                        .sorted()
                        .collect(Collectors.joining("&")));
    }

    private static JsonNode parsed(byte[] body) throws IOException {
        try {
            JsonNode answer = JSON.readTree(body);
            if (answer.path("status").asString("").equals("success")) {
                return answer.path("data");
            }
        } catch (JacksonException unfit) {
            // Said below.
        }
        throw new IOException("its answer is not one of Prometheus' API");
    }

    /** Returns what the server says of an error. */
    private static String said(byte[] body) {
        try {
            return PlainText.shortened(
                    PlainText.line(JSON.readTree(body).path("error").asString("")), LONGEST_MESSAGE);
        } catch (JacksonException page) {
            return "";
        }
    }

    private void pause(String retryAfter, int tried) throws IOException {
        Duration wanted = retryAfter.matches("\\d{1,6}")
                ? Duration.ofSeconds(Math.min(LONGEST_PAUSE, Long.parseLong(retryAfter)))
                : pause.multipliedBy(1L << tried - 1);
        try {
            TimeUnit.NANOSECONDS.sleep(wanted.toNanos());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
    }

    private EnvironmentFailure failure(String what, Throwable cause) {
        return new EnvironmentFailure(
                "Prometheus at " + access.url() + " could not be asked: " + what,
                what.contains("status 401") || what.contains("status 403")
                        ? "set " + PrometheusAccess.TOKEN + ", or " + PrometheusAccess.USER + " and "
                                + PrometheusAccess.PASSWORD + ", in the environment"
                        : what.contains("status 400")
                                ? "correct --match, such as --match 'application=\"shop\"'"
                                : "check the address, or ask for less by --range or --match",
                cause);
    }
}
