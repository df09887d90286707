package dev.poolfit.verdict.forecast;

import dev.poolfit.model.fit.ResponseSurface;
import dev.poolfit.model.fit.ResponseSurface.Cell;
import dev.poolfit.verdict.rule.Evidence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * The expected loss of an answer, and what one more trial would save (expected value of sample information).
 *
 * <p>An answer loses where its true throughput falls short of the goal, or of the best by more than the indifference,
 * and it costs the more the larger it is. A trial is worth what it lowers the expected loss of the best answer after it:
 * the expected value of sample information (Raiffa and Schlaifer, Applied Statistical Decision Theory, 1961), over the
 * models that the trials so far leave possible.
 */
public final class ExpectedLoss {
    /** A pool e times as large weighs as much as this chance to fall short. */
    private static final double SIZE_FOR_MOST = 0.1;
    /** The smallest that meets a goal is wanted more exactly than the smallest on a plateau. */
    private static final double SIZE_FOR_GOAL = 1;
    /** Threads cost less than connections. */
    private static final double THREADS = 0.05;
    /** Results of a trial, in standard deviations, that stand for all: Gauss and Hermite's three points. */
    private static final double[] RESULTS = {-1.7320508, 0, 1.7320508};

    private static final double[] CHANCES = {1.0 / 6, 2.0 / 3, 1.0 / 6};
    /** A trial costs as much as this chance of a loss. */
    public static final double TRIAL = 0.015;

    private final List<Answer> answers = new ArrayList<>();
    private final ResponseSurface surface;
    private final OptionalDouble goal;
    private final double indifference;
    /** By layer, the throughput below which an answer falls short. */
    private final double[] lines;

    private final double noise;
    /** By layer, ascending. */
    private final double[] smallest;

    private final Answer best;

    /** Missing: trials that it needs before it is given. */
    private record Answer(Cell cell, double[] losses, int missing) {
        double expected() {
            double sum = 0;
            for (double each : losses) {
                sum += each;
            }
            return sum / losses.length + TRIAL * missing;
        }
    }

    /**
     * Compares cells by what they may lose.
     *
     * @param goal the rate that is wanted; empty for the highest
     * @param indifference a share of the highest that is no loss, above 0
     * @param noise standard deviation of a run about its prediction, as a share of the throughput
     * @param runs how often a cell was tried
     * @param failed whether a cell misses another bound of the goal, and so is no answer; not all of them
     */
    public ExpectedLoss(
            ResponseSurface surface,
            OptionalDouble goal,
            double indifference,
            double noise,
            ToIntFunction<Cell> runs,
            Predicate<Cell> failed) {
        this.surface = surface;
        this.goal = goal;
        this.indifference = indifference;
        this.noise = noise;
        lines = Arrays.stream(surface.best())
                .map(best -> goal.orElse((1 - indifference) * best))
                .toArray();
        double[] smallest = smallestPools();
        this.smallest = Arrays.stream(smallest).sorted().toArray();
        Map<Integer, Answer> likeliest = new TreeMap<>();
        for (Cell cell : surface.cells()) {
            if (failed.test(cell)) {
                continue;
            }
            int tried = runs.applyAsInt(cell);
            var answer = new Answer(cell, losses(cell, smallest), Math.max(0, Evidence.LEAST_RUNS - tried));
            if (tried > 0) {
                answers.add(answer);
            }
            likeliest.merge(cell.pool(), answer, (one, other) -> other.expected() < one.expected() ? other : one);
        }
        likeliest.values().stream()
                .filter(each -> runs.applyAsInt(each.cell) == 0)
                .forEach(answers::add);
        best = answers.stream()
                .min(Comparator.comparingDouble(Answer::expected))
                .orElseThrow();
    }

    /** By layer, the smallest pool that does not fall short; infinite where there is none. */
    private double[] smallestPools() {
        double[] smallest = new double[lines.length];
        Arrays.fill(smallest, Double.POSITIVE_INFINITY);
        for (Cell cell : surface.cells()) {
            double[] rates = surface.rates(cell);
            for (int layer = 0; layer < rates.length; layer++) {
                if (rates[layer] >= lines[layer]) {
                    smallest[layer] = Math.min(smallest[layer], cell.pool());
                }
            }
        }
        return smallest;
    }

    /** Between 0 and 1: how surely it falls short and, as far as it does not, how much larger it is than need be. */
    private double[] losses(Cell cell, double[] smallest) {
        double[] rates = surface.rates(cell);
        double[] losses = new double[rates.length];
        double size = goal.isPresent() ? SIZE_FOR_GOAL : SIZE_FOR_MOST;
        double threads = THREADS * Math.log(cell.threads());
        for (int layer = 0; layer < rates.length; layer++) {
            double shortfall = 1 - rates[layer] / lines[layer];
            double falls = Math.max(0, Math.min(1, shortfall / indifference + 0.5));
            double larger = size * (Math.max(0, Math.log(cell.pool() / smallest[layer])) + threads);
            losses[layer] = falls + (1 - falls) * Math.min(1, larger);
        }
        return losses;
    }

    /** The smallest pool that does not fall short, which with this probability is at most so large; infinite where none may do. */
    public double smallestPool(double probability) {
        return smallest[(int) Math.floor(probability * (smallest.length - 1))];
    }

    /** The answer with the least expected loss. */
    public Cell answer() {
        return best.cell;
    }

    /** The probability that a cell falls short. */
    public double risk(Cell cell) {
        double[] rates = surface.rates(cell);
        int losing = 0;
        for (int layer = 0; layer < rates.length; layer++) {
            losing += rates[layer] < lines[layer] ? 1 : 0;
        }
        return (double) losing / rates.length;
    }

    /** The expected loss of {@link #answer()}, 0 to 1 and what trials it needs. */
    public double least() {
        return best.expected();
    }

    /** @param saved of the expected loss, beyond what the trial costs */
    public record Worth(Cell cell, double saved) {}

    /** The trials that save more than they cost, the one that saves the most first. */
    public List<Worth> worthTrying() {
        return answers.stream()
                .map(each -> new Worth(each.cell, best.expected() - expectedAfter(each) - TRIAL))
                .filter(each -> each.saved > 0)
                .sorted(Comparator.comparingDouble(Worth::saved).reversed())
                .toList();
    }

    /** The expected loss of the best answer after a trial, over all its results. */
    private double expectedAfter(Answer tried) {
        double[] rates = surface.rates(tried.cell);
        for (int layer = 0; layer < rates.length; layer++) {
            rates[layer] = Math.log(rates[layer]) / noise;
        }
        double sum = 0;
        double[] weights = new double[rates.length];
        for (int layer = 0; layer < rates.length; layer++) {
            for (int i = 0; i < RESULTS.length; i++) {
                weigh(rates, rates[layer] + RESULTS[i], weights);
                sum += CHANCES[i] * least(weights, tried);
            }
        }
        return sum / rates.length;
    }

    private static void weigh(double[] rates, double result, double[] weights) {
        double all = 0;
        for (int layer = 0; layer < rates.length; layer++) {
            double off = rates[layer] - result;
            weights[layer] = Math.exp(-off * off / 2);
            all += weights[layer];
        }
        for (int layer = 0; layer < rates.length; layer++) {
            weights[layer] /= all;
        }
    }

    private double least(double[] weights, Answer tried) {
        double least = Double.MAX_VALUE;
        for (Answer each : answers) {
            double expected = TRIAL * (each == tried ? Math.max(0, each.missing - 1) : each.missing);
            for (int layer = 0; layer < weights.length; layer++) {
                expected += weights[layer] * each.losses[layer];
            }
            least = Math.min(least, expected);
        }
        return least;
    }
}
