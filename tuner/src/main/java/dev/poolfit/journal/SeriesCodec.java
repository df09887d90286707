package dev.poolfit.journal;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.stream.Collectors;

/** Writes a trial's series as CSV, one row a second, and reads it back; a cell is blank where nothing was read. */
final class SeriesCodec {
    private SeriesCodec() {}

    static String csv(List<Sample> series) {
        List<Metric> metrics = Arrays.stream(Metric.values())
                .filter(metric ->
                        series.stream().anyMatch(sample -> sample.get(metric).isPresent()))
                .toList();
        var csv = new StringBuilder("second");
        metrics.forEach(metric -> csv.append(',').append(metric.key()));
        for (Sample sample : series) {
            csv.append('\n')
                    .append(sample.second())
                    .append(',')
                    .append(metrics.stream()
                            .map(metric -> sample.get(metric).isPresent()
                                    ? number(sample.get(metric).getAsDouble())
                                    : "")
                            .collect(Collectors.joining(",")));
        }
        return csv.append('\n').toString();
    }

    static List<Sample> series(List<String> lines) {
        String[] header = lines.get(0).split(",", -1);
        var series = new ArrayList<Sample>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            var values = new EnumMap<Metric, Double>(Metric.class);
            for (int i = 1; i < Math.min(header.length, cells.length); i++) {
                if (!cells[i].isEmpty()) {
                    values.put(Metric.of(header[i]).orElseThrow(), Double.parseDouble(cells[i]));
                }
            }
            series.add(new Sample(Integer.parseInt(cells[0]), values));
        }
        return series;
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(Math.round(value * 1e4) / 1e4);
    }
}
