package dev.poolfit.load.tool;

import dev.poolfit.experiment.Load;
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
 * What {@code k6 inspect} reports on a script.
 *
 * @param ramp the stages of its users, where its one scenario is a ramp
 * @param browser whether a scenario drives a browser
 */
record K6Inspection(Optional<Load.Shape> ramp, boolean browser) {
    private static final Pattern DURATION_PART = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|h|m|s)");

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
                    scenarios
                            .valueStream()
                            .anyMatch(
                                    each -> each.path("options").path("browser").isObject()));
        } catch (JacksonException none) {
            return new K6Inspection(Optional.empty(), false);
        }
    }

    private static Optional<Load.Shape> ramp(JsonNode scenario) {
        if (!scenario.path("executor").asString("").equals("ramping-vus")
                || !scenario.path("startTime").isNull()) {
            return Optional.empty();
        }
        List<Load.Stage> stages = new ArrayList<>();
        for (JsonNode stage : scenario.path("stages")) {
            Duration length = duration(stage.path("duration").asString(""));
            if (!length.isZero()) {
                stages.add(new Load.Stage(length, stage.path("target").asInt(0)));
            }
        }
        return stages.isEmpty() ? Optional.empty() : Optional.of(new Load.Stages(stages));
    }

    private static Duration duration(String text) {
        Duration sum = Duration.ZERO;
        Matcher part = DURATION_PART.matcher(text);
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
