package dev.poolfit.results;

import dev.poolfit.evidence.K6Requests;
import java.io.InputStream;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads what {@code k6 run --out json=FILE} writes: a line for each value of each metric, such as
 * {@code {"metric":"vus","type":"Point","data":{"time":"2026-08-14T03:00:01Z","value":5,"tags":null}}}; old versions
 * put the metric last.
 */
final class K6JsonPoints {
    private static final String SOURCE = "k6's JSON points";
    private static final Set<String> WANTED =
            Set.of("http_req_duration", "vus", "iteration_duration", "dropped_iterations");
    private static final String ADVICE = "write the file with k6 run --out json=FILE";

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Table.LONGEST_LINE)
                    .maxNestingDepth(100)
                    .build())
            .build();

    private final JsonParser json;
    private final Tail tail;
    private final Complaints complaints;
    private final RequestLog log = new RequestLog();
    private final Mean iterations = new Mean();

    private String metric = "";
    private String type = "";
    private String time = "";
    private String value = "";
    private String expected = "";
    private String status = "";
    private String error = "";
    private String errorCode = "";
    private String group = "";

    private K6JsonPoints(JsonParser json, Tail tail, Complaints complaints) {
        this.json = json;
        this.tail = tail;
        this.complaints = complaints;
    }

    static Results read(InputStream bytes, Complaints complaints) {
        var tail = new Tail(bytes);
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), tail)) {
            var points = new K6JsonPoints(json, tail, complaints);
            points.log.notice(K6Table.SETTINGS_UNKNOWN);
            points.lines();
            return points.results();
        }
    }

    private void lines() {
        try {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.START_OBJECT) {
                    point();
                } else {
                    complain("the value", "an object", token == JsonToken.START_ARRAY ? "an array" : "none");
                    json.skipChildren();
                }
            }
        } catch (JacksonException malformed) {
            var place = json.currentLocation();
            if (tail.inLastLine(place.getByteOffset())) {
                log.cutOff(CutOff.inLine(place.getLineNr()));
                return;
            }
            complaints.add(
                    place.getLineNr(),
                    "character " + place.getColumnNr(),
                    "is not JSON: " + malformed.getOriginalMessage() + "; drop the line");
        }
    }

    /** Reads one object; what is not there stays empty. */
    private void point() {
        metric = "";
        type = "";
        forget();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            json.nextToken();
            switch (name) {
                case "metric" -> metric = scalar();
                case "type" -> type = scalar();
                case "data" -> data();
                default -> json.skipChildren();
            }
        }
        if (type.equals("Point")) {
            count();
        }
    }

    private void forget() {
        time = "";
        value = "";
        expected = "";
        status = "";
        error = "";
        errorCode = "";
        group = "";
    }

    private void data() {
        boolean unwanted = !metric.isEmpty() && !WANTED.contains(metric);
        if (unwanted || json.currentToken() != JsonToken.START_OBJECT) {
            json.skipChildren();
            return;
        }
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            json.nextToken();
            switch (name) {
                case "time" -> time = scalar();
                case "value" -> value = scalar();
                case "tags" -> tags();
                default -> json.skipChildren();
            }
        }
    }

    private void tags() {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            json.skipChildren();
            return;
        }
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            json.nextToken();
            switch (name) {
                case "expected_response" -> expected = scalar();
                case "status" -> status = scalar();
                case "error" -> error = scalar();
                case "error_code" -> errorCode = scalar();
                case "group" -> group = scalar();
                default -> json.skipChildren();
            }
        }
    }

    /** Returns the value, empty where it is an object or an array. */
    private String scalar() {
        if (json.currentToken().isStructStart()) {
            json.skipChildren();
            return "";
        }
        return json.getString();
    }

    private void count() {
        switch (metric) {
            case "http_req_duration" -> {
                if (K6Requests.counts(group)) {
                    request();
                }
            }
            case "vus" -> log.users(time(), value(Domain.USERS_NOW));
            case "dropped_iterations" -> log.dropped(time(), value(Domain.NOT_NEGATIVE));
            case "iteration_duration" -> iterations.add(value(Domain.PAUSE));
            default -> {
                // The other metrics say nothing of rate and response time.
            }
        }
    }

    private void request() {
        double duration = value(Domain.PAUSE);
        if (K6Requests.failed(expected, status, errorCode)) {
            log.failed(time(), duration, K6Table.reason(status, error, errorCode));
        } else {
            log.good(time(), duration);
        }
    }

    private double time() {
        double seconds = Instants.sinceEpoch(time);
        if (Double.isNaN(seconds)) {
            complain("data.time", "a time as in RFC 3339", time);
        }
        return seconds;
    }

    private double value(Domain domain) {
        return domain.read(value).orElseGet(() -> {
            complain("data.value", domain.bound(), value);
            return Double.NaN;
        });
    }

    private void complain(String field, String bound, String actual) {
        complaints.add(
                json.currentLocation().getLineNr(),
                field,
                "must be " + bound + ", but is " + (actual.isEmpty() ? "missing" : Complaints.quoted(actual)) + "; "
                        + ADVICE);
    }

    private Results results() {
        return log.results(SOURCE, iterations, complaints);
    }
}
