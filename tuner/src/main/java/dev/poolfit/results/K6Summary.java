package dev.poolfit.results;

import dev.poolfit.evidence.Observation;
import dev.poolfit.experiment.Settings;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * k6's summary of a test as JSON: of {@code --summary-export}, where a metric holds its figures itself, and of
 * {@code handleSummary}, where they are under {@code values}.
 */
final class K6Summary {
    private static final String SOURCE = "k6's summary";
    private static final long LONGEST = 4L << 20;
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxDocumentLength(LONGEST)
                            .build())
                    .build())
            .build();

    private final JsonNode metrics;
    private final Complaints complaints;
    private final List<String> notices = new ArrayList<>();

    private K6Summary(JsonNode metrics, Complaints complaints) {
        this.metrics = metrics;
        this.complaints = complaints;
    }

    static Results read(InputStream text, Complaints complaints) {
        JsonNode root;
        try {
            root = MAPPER.readTree(text);
        } catch (JacksonException malformed) {
            var place = malformed.getLocation();
            throw complaints.with(
                    place == null ? 0 : place.getLineNr(),
                    place == null ? "the file" : "character " + place.getColumnNr(),
                    "is not JSON: " + plain(malformed.getOriginalMessage())
                            + "; if the file was cut off, write it again");
        }
        if (!root.path("metrics").isObject()) {
            throw complaints.with("must be k6's summary with an object \"metrics\", but has none;"
                    + " write it with --summary-export=FILE or in handleSummary");
        }
        return new K6Summary(root.path("metrics"), complaints).results();
    }

    /** Without the parser's remarks on where it was. */
    private static String plain(String message) {
        return message.replaceAll("(?s) *[(\\[](start marker|Source).*", "");
    }

    private Results results() {
        OptionalDouble rate = figure("http_reqs", "rate", Domain.RATE);
        OptionalDouble mean = figure("http_req_duration", "avg", Domain.MILLIS);
        require("http_reqs", "rate", rate);
        require("http_req_duration", "avg", mean);
        OptionalDouble p99 = figure("http_req_duration", "p(99)", Domain.MILLIS);
        OptionalDouble failed = firstOf("http_req_failed", Domain.NOT_NEGATIVE, "rate", "value");
        OptionalDouble users = users();
        OptionalDouble requests = figure("http_reqs", "count", Domain.POSITIVE);
        OptionalDouble iterations = figure("iterations", "count", Domain.POSITIVE);
        OptionalDouble iteration = figure("iteration_duration", "avg", Domain.MILLIS);
        if (failed.orElse(0) > 1) {
            complaints.add(0, "metrics.http_req_failed", "must be a share from 0 to 1, but is " + failed.orElse(0));
        }
        complaints.raise();
        notices.add(K6Table.SETTINGS_UNKNOWN);
        notices.add("The figures are means over the whole test, ramps included; k6's --out csv=FILE tells them apart.");
        if (p99.isEmpty()) {
            notices.add("The 99th percentile is unknown; k6 writes it with --summary-trend-stats=\"avg,p(99)\".");
        }
        double share = failed.orElse(0);
        return new Results(
                SOURCE,
                List.of(new Observation(
                        Settings.NONE,
                        users,
                        ThinkTime.seconds(
                                requests.orElse(Double.NaN) / iterations.orElse(Double.NaN),
                                iteration.orElse(Double.NaN),
                                mean.orElse(Double.NaN)),
                        OptionalDouble.of(rate.orElse(0) * (1 - share)),
                        mean,
                        p99,
                        failed.isEmpty() ? failed : OptionalDouble.of(rate.orElse(0) * share),
                        Map.of(),
                        1,
                        OptionalDouble.empty(),
                        SOURCE)),
                notices);
    }

    /** The most that were active; those that were set aside for it where that is not there. */
    private OptionalDouble users() {
        OptionalDouble active = figure("vus", "max", Domain.USERS);
        return active.isPresent() ? active : firstOf("vus_max", Domain.USERS, "max", "value");
    }

    private OptionalDouble firstOf(String metric, Domain domain, String first, String second) {
        OptionalDouble value = figure(metric, first, domain);
        return value.isPresent() ? value : figure(metric, second, domain);
    }

    /** A figure of a metric; empty where it is not there. */
    private OptionalDouble figure(String metric, String name, Domain domain) {
        JsonNode node = metrics.path(metric);
        JsonNode value = (node.path("values").isObject() ? node.path("values") : node).path(name);
        if (value.isMissingNode() || value.isNull()) {
            return OptionalDouble.empty();
        }
        OptionalDouble number = value.isNumber() ? domain.read(value.asString()) : OptionalDouble.empty();
        if (number.isEmpty()) {
            complaints.add(
                    0,
                    "metrics." + metric + "." + name,
                    "must be " + domain.bound() + ", but is " + Complaints.quoted(value.toString())
                            + "; write the file again");
        }
        return number;
    }

    private void require(String metric, String name, OptionalDouble value) {
        JsonNode node = metrics.path(metric);
        if (value.isEmpty()
                && node.path("values").path(name).isMissingNode()
                && node.path(name).isMissingNode()) {
            complaints.add(0, "metrics." + metric + "." + name, "is missing; test with HTTP requests");
        }
    }
}
