package dev.poolfit.journal;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import dev.poolfit.units.OneLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.stream.Collectors;

/** Writes a trial's series as CSV, one row a second, and reads it back; a cell is blank where nothing was read. */
final class SeriesCodec {
    private static final String SECOND = "second";

    /** Says which line of a series is not what it must be, and why. */
    static final class Damage extends Exception {
        private static final long serialVersionUID = 1L;

        final int line;

        Damage(int line, String why) {
            super(why);
            this.line = line;
        }
    }

    private SeriesCodec() {}

    static String csv(List<Sample> series) {
        List<Metric> metrics = Arrays.stream(Metric.values())
                .filter(metric ->
                        series.stream().anyMatch(sample -> sample.get(metric).isPresent()))
                .toList();
        var csv = new StringBuilder(SECOND);
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

    /**
     * Reads what {@link #csv} wrote.
     *
     * @param lines undecoded, what follows the last line break included
     * @throws Damage if it is something else
     */
    static List<Sample> series(List<byte[]> lines) throws Damage {
        var series = new ArrayList<Sample>();
        List<Metric> metrics = List.of();
        // What follows the last line break is empty in a whole file.
        int count = lines.get(lines.size() - 1).length == 0 ? lines.size() - 1 : lines.size();
        if (count == 0) {
            throw new Damage(1, "the file is empty");
        }
        for (int i = 0; i < count; i++) {
            try {
                String line = DurableFiles.text(lines.get(i)).stripTrailing();
                if (i == 0) {
                    metrics = metrics(line);
                } else {
                    series.add(sample(line, i - 1, metrics));
                }
            } catch (IllegalArgumentException wrong) {
                throw new Damage(i + 1, String.valueOf(wrong.getMessage()));
            }
        }
        return series;
    }

    private static List<Metric> metrics(String header) {
        String[] names = header.split(",", -1);
        if (!names[0].equals(SECOND)) {
            throw new IllegalArgumentException("the first column must be " + SECOND + ", but is " + names[0]);
        }
        return Arrays.stream(names)
                .skip(1)
                .map(name -> Metric.of(name)
                        .orElseThrow(() -> new IllegalArgumentException(OneLine.of(name) + " is no metric")))
                .toList();
    }

    private static Sample sample(String line, int second, List<Metric> metrics) {
        String[] cells = line.split(",", -1);
        // A series without any metric has a blank cell after its second.
        if (cells.length != Math.max(2, metrics.size() + 1)) {
            throw new IllegalArgumentException(
                    "it must have " + (metrics.size() + 1) + " cells, but has " + cells.length);
        }
        if (!cells[0].equals("" + second)) {
            throw new IllegalArgumentException("the second must be " + second + ", but is " + cells[0]);
        }
        var values = new EnumMap<Metric, Double>(Metric.class);
        for (int i = 0; i < metrics.size(); i++) {
            if (!cells[i + 1].isEmpty()) {
                values.put(metrics.get(i), number(metrics.get(i), cells[i + 1]));
            }
        }
        return new Sample(second, values);
    }

    private static double number(Metric metric, String cell) {
        try {
            return Double.parseDouble(cell);
        } catch (NumberFormatException malformed) {
            throw new IllegalArgumentException(
                    metric.key() + " must be a number, but is " + OneLine.of(cell), malformed);
        }
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(Math.round(value * 1e4) / 1e4);
    }
}
