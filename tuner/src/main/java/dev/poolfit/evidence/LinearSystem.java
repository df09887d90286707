package dev.poolfit.evidence;

import java.util.Arrays;

/** Small systems of linear equations. */
final class LinearSystem {
    private static final double ZERO = 1e-9;

    private LinearSystem() {}

    /**
     * cᵀA⁺c, by elimination with pivots.
     *
     * @param matrix A, symmetric and positive semidefinite; left as it is
     * @param vector c
     * @return infinite if c does not lie in the space of A
     */
    static double quadratic(double[][] matrix, double[] vector) {
        int size = vector.length;
        double[][] rows = new double[size][];
        for (int i = 0; i < size; i++) {
            rows[i] = Arrays.copyOf(matrix[i], size + 1);
            rows[i][size] = vector[i];
        }
        double value = 0;
        boolean[] used = new boolean[size];
        for (int step = 0; step < size; step++) {
            int pivot = -1;
            for (int i = 0; i < size; i++) {
                if (!used[i] && (pivot < 0 || rows[i][i] > rows[pivot][pivot])) {
                    pivot = i;
                }
            }
            used[pivot] = true;
            if (rows[pivot][pivot] < ZERO) {
                if (Math.abs(rows[pivot][size]) > ZERO) {
                    return Double.POSITIVE_INFINITY;
                }
                continue;
            }
            value += rows[pivot][size] * rows[pivot][size] / rows[pivot][pivot];
            for (int i = 0; i < size; i++) {
                double factor = rows[i][pivot] / rows[pivot][pivot];
                for (int j = 0; !used[i] && j <= size; j++) {
                    rows[i][j] -= factor * rows[pivot][j];
                }
            }
        }
        return value;
    }
}
