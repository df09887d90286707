package dev.poolfit.model.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Throughput over pools × threads in several layers, each as likely as the others. */
public final class ResponseSurface {
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
    ResponseSurface(int[] pools, int[] threads, List<double[][]> layers) {
        this.pools = pools;
        this.threads = threads;
        this.layers = layers;
        best = layers.stream().mapToDouble(ResponseSurface::highest).toArray();
    }

    /** A cell of the surface. */
    public record Cell(int pool, int threads) {}

    /** Returns the expected throughput of the best setting, in requests a second. */
    public double highest() {
        double sum = 0;
        for (double each : best) {
            sum += each;
        }
        return sum / best.length;
    }

    /** Returns the expected throughput of every setting, in requests a second. */
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

    /** Returns the setting with the highest expected throughput. */
    public Cell peak() {
        double[][] mean = expected().throughput();
        Cell peak = new Cell(pools[0], threads[0]);
        double highest = -1;
        for (int i = 0; i < pools.length; i++) {
            for (int j = 0; j < threads.length; j++) {
                if (mean[i][j] > highest) {
                    highest = mean[i][j];
                    peak = new Cell(pools[i], threads[j]);
                }
            }
        }
        return peak;
    }

    /** Returns the settings, the smallest pool first, then the fewest threads. */
    public List<Cell> cells() {
        var cells = new ArrayList<Cell>();
        for (int pool : pools) {
            for (int each : threads) {
                cells.add(new Cell(pool, each));
            }
        }
        return cells;
    }

    /** Returns the requests a second of a cell, by layer. */
    public double[] rates(Cell cell) {
        int i = Arrays.binarySearch(pools, cell.pool());
        int j = Arrays.binarySearch(threads, cell.threads());
        return layers.stream().mapToDouble(layer -> layer[i][j]).toArray();
    }

    /** Returns the requests a second of the best setting, by layer. */
    public double[] best() {
        return best.clone();
    }

    /**
     * Finds every pool, ascending, that gives the rate with this probability, with the fewest threads for it.
     *
     * @param rate requests a second
     * @param probability the share of layers that must reach the rate, 0 to 1
     */
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
