package dev.poolfit.benchmarks.noise;

import dev.poolfit.benchmarks.noise.HoldSeries.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.hipparchus.stat.correlation.PearsonsCorrelation;
import org.hipparchus.stat.regression.OLSMultipleLinearRegression;

/**
 * Names what part of the noise has a cause that can be read: by how much the rates of neighbouring periods differ, and by how
 * much they still differ once regressed on the differences of a cause, for periods of some readings each.
 */
final class NoiseSources {
    private static final List<Integer> READINGS = List.of(1, 2, 4, 8);
    private static final int FEWEST = 12;

    private record Source(String name, ToDoubleFunction<Reading> value) {}

    private static final List<Source> SOURCES = List.of(
            new Source("a dependent load from memory", reading -> Math.log(reading.loadNanos())),
            new Source("garbage collection", Reading::collected),
            new Source("compilation", Reading::compiled));

    private NoiseSources() {}

    static void print(List<Reading> readings) {
        System.out.print("\n| periods of | neighbours differ by, holds | weighed by route |");
        SOURCES.forEach(source -> System.out.print(" " + source.name() + ": correlation | regressed on it |"));
        System.out.println(" on all |\n" + "|---".repeat(4 + 2 * SOURCES.size()) + "|");
        for (int count : READINGS) {
            row(readings, count);
        }
    }

    private static void row(List<Reading> readings, int count) {
        List<Reading> periods = new ArrayList<>();
        for (int from = 0; from + count <= readings.size(); from += count) {
            periods.add(Reading.sum(readings.subList(from, from + count)));
        }
        double[] rates = differences(periods, reading -> Math.log(reading.weighed() / reading.seconds()));
        if (rates.length < FEWEST) {
            return;
        }
        double seconds =
                periods.stream().mapToDouble(Reading::seconds).average().orElseThrow();
        double[] holds = differences(periods, reading -> Math.log(reading.holds() / reading.seconds()));
        System.out.printf(Locale.ROOT, "| %.1f s | %.2f %% | %.2f %% |", seconds, percent(holds), percent(rates));
        List<double[]> told = new ArrayList<>();
        for (Source source : SOURCES) {
            double[] cause = differences(periods, source.value());
            if (percent(cause) > 0) {
                told.add(cause);
                System.out.printf(
                        Locale.ROOT,
                        " %.2f | %.2f %% |",
                        new PearsonsCorrelation().correlation(cause, rates),
                        regressed(rates, List.of(cause)));
            } else {
                System.out.print(" none | |");
            }
        }
        System.out.printf(Locale.ROOT, " %.2f %% |%n", told.isEmpty() ? percent(rates) : regressed(rates, told));
    }

    /** Returns what each period has more than the one before it, of pairs that share no period. */
    private static double[] differences(List<Reading> periods, ToDoubleFunction<Reading> value) {
        return IntStream.iterate(0, at -> at + 1 < periods.size(), at -> at + 2)
                .mapToDouble(at -> value.applyAsDouble(periods.get(at + 1)) - value.applyAsDouble(periods.get(at)))
                .toArray();
    }

    private static double percent(double[] differences) {
        return 100
                * Math.sqrt(IntStream.range(0, differences.length)
                                .mapToDouble(at -> differences[at] * differences[at])
                                .sum()
                        / differences.length);
    }

    /** Returns what is left of the differences, in percent; its degrees of freedom are those of the regression. */
    private static double regressed(double[] differences, List<double[]> causes) {
        double[][] rows = IntStream.range(0, differences.length)
                .mapToObj(at -> causes.stream().mapToDouble(cause -> cause[at]).toArray())
                .toArray(double[][]::new);
        var line = new OLSMultipleLinearRegression();
        line.setNoIntercept(true);
        line.newSampleData(differences, rows);
        return 100 * line.estimateRegressionStandardError();
    }
}
