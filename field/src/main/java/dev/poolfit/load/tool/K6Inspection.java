package dev.poolfit.load.tool;

import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.LoadEnd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads what {@code k6 inspect} reports on a script.
 *
 * @param ramp the stages of its users, where its one scenario is a ramp
 * @param end of the script's load; absent where it goes on, or the answer does not tell
 * @param browser whether a scenario drives a browser
 */
record K6Inspection(Optional<Load.Shape> ramp, Optional<LoadEnd> end, boolean browser) {
    private static final Pattern DURATION_PART = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|h|m|s)");
    /** The limit that k6 takes where an executor of iterations does not say it. */
    private static final Duration USUAL_LIMIT = Duration.ofMinutes(10);

    /** Reads the answer, in which warnings may stand before the object; what is not understood says nothing. */
    static K6Inspection read(String answer) {
        int open = answer.indexOf('{');
        int close = answer.lastIndexOf('}');
        try {
            JsonNode scenarios = new JsonMapper()
                    .readTree(answer.substring(Math.max(0, open), Math.max(0, close + 1)))
                    .path("scenarios");
            return new K6Inspection(
                    scenarios.size() == 1 ? ramp(scenarios.iterator().next()) : Optional.empty(),
                    LoadEnd.ofAll(scenarios.valueStream().map(K6Inspection::end).toList()),
                    scenarios
                            .valueStream()
                            .anyMatch(
                                    each -> each.path("options").path("browser").isObject()));
        } catch (JacksonException none) {
            return new K6Inspection(Optional.empty(), Optional.empty(), false);
        }
    }

    private static Optional<LoadEnd> end(JsonNode scenario) {
        Duration start = duration(scenario.path("startTime"));
        return switch (scenario.path("executor").asString("")) {
            case "shared-iterations" -> Optional.of(iterations(scenario, start, 1));
            case "per-vu-iterations" ->
                Optional.of(iterations(scenario, start, scenario.path("vus").asInt(1)));
            case "constant-vus", "constant-arrival-rate", "externally-controlled" ->
                after(start, duration(scenario.path("duration")));
            case "ramping-vus", "ramping-arrival-rate" ->
                after(start, stages(scenario).stream().map(Load.Stage::length).reduce(Duration.ZERO, Duration::plus));
            default -> Optional.empty();
        };
    }

    private static LoadEnd iterations(JsonNode scenario, Duration start, long users) {
        Duration limit = duration(scenario.path("maxDuration"));
        return new LoadEnd(
                LoadEnd.Cause.ITERATIONS,
                (long) ((double) users * scenario.path("iterations").asLong(1)),
                Optional.of(start.plus(limit.isZero() ? USUAL_LIMIT : limit)));
    }

    /** Returns the end of a load; where nothing says how long, it goes on. */
    private static Optional<LoadEnd> after(Duration start, Duration length) {
        return length.isZero() ? Optional.empty() : Optional.of(LoadEnd.after(start.plus(length)));
    }

    private static Optional<Load.Shape> ramp(JsonNode scenario) {
        if (!scenario.path("executor").asString("").equals("ramping-vus")
                || !scenario.path("startTime").isNull()) {
            return Optional.empty();
        }
        List<Load.Stage> stages = stages(scenario);
        return stages.isEmpty() ? Optional.empty() : Optional.of(new Load.Stages(stages));
    }

    private static List<Load.Stage> stages(JsonNode scenario) {
        List<Load.Stage> stages = new ArrayList<>();
        for (JsonNode stage : scenario.path("stages")) {
            Duration length = duration(stage.path("duration"));
            if (!length.isZero()) {
                stages.add(new Load.Stage(length, stage.path("target").asInt(0)));
            }
        }
        return stages;
    }

    private static Duration duration(JsonNode written) {
        Duration sum = Duration.ZERO;
        Matcher part = DURATION_PART.matcher(written.asString(""));
        while (part.find()) {
            double seconds = Double.parseDouble(part.group(1))
                    * switch (part.group(2)) {
                        case "h" -> 3600;
                        case "m" -> 60;
                        case "s" -> 1;
                        default -> 0.001;
                    };
            sum = sum.plusMillis(Math.round(seconds * 1_000));
        }
        return sum;
    }
}
