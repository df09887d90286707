package dev.poolfit.prometheus;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * A series of a query's answer.
 *
 * @param times in seconds since 1970, rising
 * @param values one for each time; maybe NaN or infinite
 */
record Series(Map<String, String> labels, double[] times, double[] values) {
    /** Returns the series of a range query's data. */
    static List<Series> all(JsonNode data) {
        var all = new ArrayList<Series>();
        for (JsonNode each : data.path("result")) {
            var labels = new HashMap<String, String>();
            each.path("metric")
                    .properties()
                    .forEach(
                            label -> labels.put(label.getKey(), label.getValue().asString("")));
            JsonNode points = each.path("values");
            var times = new double[points.size()];
            var values = new double[points.size()];
            for (int i = 0; i < times.length; i++) {
                times[i] = points.path(i).path(0).asDouble(0);
                values[i] = number(points.path(i).path(1).asString(""));
            }
            all.add(new Series(labels, times, values));
        }
        return all;
    }

    private static double number(String text) {
        return switch (text) {
            case "+Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> {
                try {
                    yield Double.parseDouble(text);
                } catch (NumberFormatException none) {
                    yield Double.NaN;
                }
            }
        };
    }
}
