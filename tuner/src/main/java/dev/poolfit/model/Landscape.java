package dev.poolfit.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Throughput over pools × threads in several layers, each as likely as the others: what the evidence leaves possible.
 */
public final class Landscape {
    static final int LAYERS = 64;

    private final int[] pools;
    private final int[] threads;
    private final List<double[][]> layers;
    private final double[] best;

    /**
     * @param pools ascending
     * @param threads ascending
     * @param layers requests a second, by pool, then by threads; at least one
     */
    Landscape(int[] pools, int[] threads, List<double[][]> layers) {
        this.pools = pools;
        this.threads = threads;
        this.layers = layers;
        best = layers.stream().mapToDouble(Landscape::highest).toArray();
    }

    /** A cell of the landscape. */
    public record Cell(int pool, int threads) {}

    /** The expected throughput of the best setting. */
    public double highest() {
        double sum = 0;
        for (double each : best) {
            sum += each;
        }
        return sum / best.length;
    }

    /** The expected throughput of every setting. */
    public ThroughputMap expected() {
        double[][] mean = new double[pools.length][threads.length];
        for (double[][] layer : layers) {
            for (int i = 0; i < pools.length; i++) {
                for (int j = 0; j < threads.length; j++) {
                    mean[i][j] += layer[i][j] / layers.size();
                }
            }
        }
        return new ThroughputMap(pools.clone(), threads.clone(), mean);
    }

    /**
     * The smallest pool, and with it the fewest threads, that loses no more than a share of the best throughput with
     * this probability.
     */
    public Optional<Cell> smallestWithin(double loss, double probability) {
        for (int i = 0; i < pools.length; i++) {
            for (int j = 0; j < threads.length; j++) {
                if (chanceWithinAt(i, j, loss) >= probability) {
                    return Optional.of(new Cell(pools[i], threads[j]));
                }
            }
        }
        return Optional.empty();
    }

    /** Every pool, ascending, that gives the rate with this probability, with the fewest threads for it. */
    public List<Cell> reaching(double rate, double probability) {
        var cells = new ArrayList<Cell>();
        for (int i = 0; i < pools.length; i++) {
            for (int j = 0; j < threads.length; j++) {
                int reach = 0;
                for (double[][] layer : layers) {
                    reach += layer[i][j] >= rate ? 1 : 0;
                }
                if (reach >= probability * layers.size()) {
                    cells.add(new Cell(pools[i], threads[j]));
                    break;
                }
            }
        }
        return cells;
    }

    /** The setting that is most probably within the loss of the best. */
    public Cell surest(double loss) {
        Cell surest = new Cell(pools[0], threads[0]);
        double highest = -1;
        for (int i = 0; i < pools.length; i++) {
            for (int j = 0; j < threads.length; j++) {
                double chance = chanceWithinAt(i, j, loss);
                if (chance > highest) {
                    highest = chance;
                    surest = new Cell(pools[i], threads[j]);
                }
            }
        }
        return surest;
    }

    /** The probability that a setting loses no more than a share of the best; 0 for one that is not a cell. */
    public double chanceWithin(int pool, int threadCount, double loss) {
        int i = Arrays.binarySearch(pools, pool);
        int j = Arrays.binarySearch(threads, threadCount);
        return i < 0 || j < 0 ? 0 : chanceWithinAt(i, j, loss);
    }

    private double chanceWithinAt(int i, int j, double loss) {
        int within = 0;
        for (int layer = 0; layer < best.length; layer++) {
            within += layers.get(layer)[i][j] >= (1 - loss) * best[layer] ? 1 : 0;
        }
        return (double) within / best.length;
    }

    private static double highest(double[][] layer) {
        double highest = 0;
        for (double[] row : layer) {
            for (double each : row) {
                highest = Math.max(highest, each);
            }
        }
        return highest;
    }
}
